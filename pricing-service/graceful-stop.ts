/** Ends an HTTP server without losing a request that it has begun to read. */
import type { Server, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';

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
  /** The answers under way on each open connection. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  const answersUnderWay = () => [...connections.values()].flatMap((answers) => [...answers]);
  // To Node.js a connection is idle once its answer was given to it, sent or not, and it closes all of them
  // or none: the others wait for the one that is sending.
  const closeIdle = () => {
    if (!answersUnderWay().some(isBeingSent)) server.closeIdleConnections();
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
      // Its head may have promised to keep the connection, before stopping began.
      if (stopping) closeIdle();
    });
  });
  return {
    async begin(patienceMs) {
      stopping = true;
      for (const response of answersUnderWay()) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      // Not the HTTP server's own `close`, which closes what it takes for idle.
      const closed = new Promise<'complete'>((resolve) => {
        TcpServer.prototype.close.call(server, () => resolve('complete'));
      });
      closeIdle();
      // To Node.js a connection that has never said a word is not idle: it might begin to.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
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

/** Whether an answer is complete, and not all of it has been taken by the system yet. */
function isBeingSent({ writableEnded, writableFinished }: ServerResponse): boolean {
  return writableEnded && !writableFinished;
}
