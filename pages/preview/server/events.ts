/** Notifies open pages of newly read content and of releases (server-sent events, HTML section 9.2). */
import type { ServerResponse } from 'node:http';
import type { Pulse } from '../answers.ts';

export interface Events {
  /** Keeps an answer open, beginning with the pulse as it is. */
  add(response: ServerResponse, pulse: Pulse): void;
  tell(pulse: Pulse): void;
}

export function createEvents(): Events {
  const open = new Set<ServerResponse>();
  const send = (response: ServerResponse, pulse: Pulse) =>
    response.write(`data: ${JSON.stringify(pulse)}\n\n`);
  return {
    add(response, pulse) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.once('close', () => open.delete(response));
      open.add(response);
      send(response, pulse);
    },
    tell(pulse) {
      for (const response of open) send(response, pulse);
    },
  };
}
