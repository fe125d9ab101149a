/** Sends update events to open pages as server-sent events (HTML Standard, section 9.2). */
import type { ServerResponse } from 'node:http';
import type { UpdateEvent } from '../responses.ts';

/** The open event streams of all pages. */
export interface EventStreams {
  /** Starts an event stream on a response and sends `event` as its first event. */
  open(response: ServerResponse, event: UpdateEvent): void;
  /** Sends an event to all open streams. */
  broadcast(event: UpdateEvent): void;
}

/** Creates an empty set of event streams. A stream is removed when its connection closes. */
export function createEventStreams(): EventStreams {
  const open = new Set<ServerResponse>();
  const send = (response: ServerResponse, event: UpdateEvent) =>
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  return {
    open(response, event) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.once('close', () => open.delete(response));
      open.add(response);
      send(response, event);
    },
    broadcast(event) {
      for (const response of open) send(response, event);
    },
  };
}
