/**
 * Measures the cost of many idle connections: the memory of the nginx worker, and the latency of one busy
 * client.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { Contestant } from './contestants.ts';
import { runWrk } from './wrk.ts';

/** What many idle connections cost nginx. */
export interface IdleCost {
  /** Resident memory of the nginx worker while all idle connections are open. */
  readonly bytes: number;
  /**
   * 99th percentile of the latency of one client in milliseconds, while the idle connections are open;
   * `p99Alone` is the same percentile without idle connections.
   */
  readonly p99: number;
  readonly p99Alone: number;
}

/**
 * Opens idle connections, measures the memory of the nginx worker and the latency of one busy client, and closes the
 * connections. The client requests `path` for `seconds` before and again while the connections are open. Each idle
 * connection has sent one request, as in practice. Throws an error if the server closes an idle connection.
 */
export async function measureIdle(
  { origin, process: master }: Contestant,
  { connections, seconds, path }: { connections: number; seconds: number; path: string },
): Promise<IdleCost> {
  const load = { url: origin + path, seconds, connections: 1 };
  const { p99: p99Alone } = await runWrk(load);
  const sockets: Socket[] = [];
  try {
    while (sockets.length < connections) {
      const batch = Array.from({ length: Math.min(500, connections - sockets.length) }, () =>
        openIdle(Number(new URL(origin).port)),
      );
      sockets.push(...(await Promise.all(batch)));
    }
    const { p99 } = await runWrk(load);
    const ended = sockets.filter(({ destroyed }) => destroyed).length;
    if (ended > 0) throw new Error(`${ended} of ${connections} connections were closed`);
    return { bytes: await workerMemory(master.pid ?? 0), p99, p99Alone };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function openIdle(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write('HEAD /v1/health HTTP/1.1\r\nHost: bench\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

async function workerMemory(master: number): Promise<number> {
  const children = await readFile(`/proc/${master}/task/${master}/children`, 'utf8');
  const [worker = ''] = children.trim().split(' ');
  const status = await readFile(`/proc/${worker}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
