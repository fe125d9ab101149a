/** Finds a free port, or checks that a given port is free, before a build or a server starts. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports among which a free one is searched. Below them are ports that browsers and fetch refuse; the highest is
 * 10080. Above them are the ports that systems take for new connections: from 32768 on Linux, from 49152 elsewhere.
 */
const searched = { first: 10_081, end: 32_768 } as const;

/** Thrown if a server cannot listen on a port; the message says what to do. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/**
 * Returns `port` if it is free, or for 0 a random free port, which no other call with 0 returns until the process ends.
 * Throws `PortUnavailable` if the port is taken or needs more rights, if no port is free, or if `host` cannot be
 * listened on.
 */
export async function findPort(host: string, port: number): Promise<number> {
  if (port === 0) return claimPort(host, randomPorts());
  await tryPort(host, port).catch((error: unknown) => {
    throw toPortUnavailable(error, host, port);
  });
  return port;
}

/**
 * Claims the first of the ports `candidates` that is free and not claimed, and returns it. A claim keeps callers of
 * this function, also in other processes, from getting this port: it is an open UDP socket with the same number, which
 * ends with the process. (This project uses UDP for nothing else.) Throws `PortUnavailable` if no candidate is left or
 * if `host` cannot be listened on, and other errors of sockets.
 */
export async function claimPort(host: string, candidates: Iterable<number>): Promise<number> {
  for (const candidate of candidates) {
    if ((await claim(candidate)) && (await isFree(host, candidate))) return candidate;
  }
  throw new PortUnavailable('no port is free; choose one with PORT=<number>');
}

/** Yields every searched port once, starting with a random one. */
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

/**
 * Converts an error of `listen` to a `PortUnavailable`, whose message tells the person who chose the port what to do.
 */
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
