/** Looks whether a port is free before anything is built or started on it. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Where free ports are looked for: below those that systems give out by themselves (from 32768 on
 * Linux, 49152 elsewhere), so that no connection that is made meanwhile can take one; and above those
 * that browsers and fetch refuse (the highest is 10080).
 */
const searched = { first: 10_081, end: 32_768 } as const;

/** Thrown for a port that cannot be listened on; the message says what to do. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/**
 * The port, or a free one for 0, which no other caller is given while this process lives. Throws
 * `PortUnavailable`.
 */
export async function findPort(host: string, port: number): Promise<number> {
  if (port === 0) return claimPort(host, randomPorts());
  await tryPort(host, port).catch((error: unknown) => {
    throw toPortUnavailable(error, host, port);
  });
  return port;
}

/**
 * The first of the candidates that is free and not claimed, in this process or another. The claim is
 * the UDP port of the same number, which nothing here uses: it tells only callers of this function,
 * and ends with the process. Throws what listening throws, but for a taken port.
 */
export async function claimPort(host: string, candidates: Iterable<number>): Promise<number> {
  for (const candidate of candidates) {
    if ((await claim(candidate)) && (await isFree(host, candidate))) return candidate;
  }
  throw new PortUnavailable('no port is free; choose one with PORT=<number>');
}

/** Every port once, from a random one on. */
function* randomPorts(): Generator<number> {
  const { first, end } = searched;
  const count = end - first;
  const start = Math.floor(Math.random() * count);
  for (let step = 0; step < count; step++) yield first + ((start + step) % count);
}

async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch (error) {
    socket.close();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

async function isFree(host: string, port: number): Promise<boolean> {
  try {
    await tryPort(host, port);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw toPortUnavailable(error, host, port);
  }
}

async function tryPort(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** What an error of listening means for the person who chose the port. */
export function toPortUnavailable(error: unknown, host: string, port: number): PortUnavailable {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new PortUnavailable(`port ${port} is taken; choose another with PORT=<number>`);
  }
  if (code === 'EACCES') {
    return new PortUnavailable(`port ${port} needs more rights; choose one above 1023 with PORT`);
  }
  return new PortUnavailable(`cannot listen on ${host}:${port} (${code})`);
}
