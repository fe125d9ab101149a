/** Finds a free port, or checks that a given port is free, before a build or a server starts. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports among which a free one is searched: above those that browsers and fetch refuse, the highest of which is
 * 10080, and below those that Linux takes for new connections.
 */
const searched = { first: 10_081, end: 32_768 } as const;

/** Thrown if a server cannot listen on a port; the message says what to do. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/**
 * Returns `port` if it is free, or for 0 a random free port, which no other call with 0, in any process, returns until
 * this process ends. Throws `PortUnavailable` if there is none or it cannot be listened on.
 */
export async function findPort(host: string, port: number): Promise<number> {
  if (port !== 0) {
    await tryPort(host, port);
    return port;
  }
  const { first, end } = searched;
  const start = Math.floor(Math.random() * (end - first));
  for (let step = 0; step < end - first; step += 1) {
    const candidate = first + ((start + step) % (end - first));
    if (!(await claim(candidate))) continue;
    try {
      await tryPort(host, candidate);
      return candidate;
    } catch (error) {
      const { code } = (error as PortUnavailable).cause as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE') throw error;
    }
  }
  throw new PortUnavailable('no port is free; choose one with PORT=<number>');
}

/**
 * Claims a port and returns true, or false if a process has claimed it: a claim is a UDP socket with the same number,
 * which ends with the process. This project uses UDP for nothing else.
 */
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

async function tryPort(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw toPortUnavailable(error, host, port);
  });
  server.close();
  await once(server, 'close');
}

/** Converts an error of `listen` to a `PortUnavailable`, whose message says what to do. */
export function toPortUnavailable(error: unknown, host: string, port: number): PortUnavailable {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken; choose another with PORT=<number>`,
    EACCES: `port ${port} needs more rights; choose one above 1023 with PORT`,
  };
  const reason = reasons[code ?? ''] ?? `cannot listen on ${host}:${port} (${code})`;
  return new PortUnavailable(reason, { cause: error });
}
