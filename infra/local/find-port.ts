/** Looks whether a port is free before anything is built or started on it. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Thrown for a port that cannot be listened on; the message says what to do. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/** The port, or a free one for 0. Throws `PortUnavailable`. */
export async function findPort(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw toPortUnavailable(error, host, port);
  }
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
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
