/** Ends an HTTP server without losing a request that it has begun to read. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface GracefulStop {
  /**
   * Takes no new connection, answers what is under way and closes each connection after its answer.
   * Resolves once all are closed: `complete`, or `cut` where some had to be closed after the patience,
   * because a client did not end its request or did not take its answer.
   */
  begin(patienceMs: number): Promise<'complete' | 'cut'>;
}

/** Watches the requests of a server from now on; call it before anybody else answers them. */
export function prepareStop(server: Server): GracefulStop {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (_request, response) => {
    if (stopping) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.on('close', () => {
      underWay.delete(response);
      // Its head may have promised to keep the connection, before stopping began.
      if (stopping) server.closeIdleConnections();
    });
  });
  return {
    async begin(patienceMs) {
      stopping = true;
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      const closed = new Promise<'complete'>((resolve) => server.close(() => resolve('complete')));
      server.closeIdleConnections();
      // To Node.js a connection that has never said a word is not idle: it might begin to.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'cut'>((resolve) => {
        timer = setTimeout(() => {
          server.closeAllConnections();
          resolve('cut');
        }, patienceMs);
      });
      try {
        return await Promise.race([closed, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
