/** Stops an HTTP server without losing a request that it has begun to read. */
import type { Server, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';

export interface GracefulStop {
  /**
   * Stops accepting connections, answers pending requests and closes each connection after its
   * answer. `cut` if some were still open after `timeoutMs`.
   */
  begin(timeoutMs: number): Promise<'complete' | 'cut'>;
}

/** Tracks connections and requests from now on; call it before a listener that answers is added. */
export function prepareStop(server: Server): GracefulStop {
  /** The pending answers of each open connection. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  const pendingAnswers = () => [...connections.values()].flatMap((answers) => [...answers]);
  // Node.js treats a connection as idle as soon as its answer was passed to it, even if it was not sent yet, and
  // closes either all idle connections or none: wait until no answer is being sent.
  const closeIdle = () => {
    if (!pendingAnswers().some(isBeingSent)) server.closeIdleConnections();
  };
  let stopping = false;
  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    if (stopping) response.setHeader('Connection', 'close');
    const answers = connections.get(socket);
    answers?.add(response);
    response.on('close', () => {
      answers?.delete(response);
      // An answer whose head was sent before the stop began allows keep-alive, so its connection is still open.
      if (stopping) closeIdle();
    });
  });
  return {
    async begin(timeoutMs) {
      stopping = true;
      for (const response of pendingAnswers()) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      // `close` of the HTTP server would also close the connections that it treats as idle.
      const closed = new Promise<'complete'>((resolve) => {
        TcpServer.prototype.close.call(server, () => resolve('complete'));
      });
      closeIdle();
      // Node.js does not treat a connection as idle that has never sent a request.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'cut'>((resolve) => {
        timer = setTimeout(() => {
          server.closeAllConnections();
          resolve('cut');
        }, timeoutMs);
      });
      try {
        return await Promise.race([closed, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Returns true if an answer is complete but not fully written to the socket. */
function isBeingSent({ writableEnded, writableFinished }: ServerResponse): boolean {
  return writableEnded && !writableFinished;
}
