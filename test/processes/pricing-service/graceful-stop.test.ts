import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { type GracefulStop, prepareStop } from '../../../pricing-service/graceful-stop.ts';

/**
 * A time limit of a stop, in milliseconds, that is longer than a test may take: if a stop waits for it, the test fails.
 */
const farAway = 600_000;

/** A body that is longer than the buffers of both ends of a connection: it is not sent unless the client reads. */
const long = Buffer.alloc(12 * 1024 * 1024);

interface World {
  readonly stop: GracefulStop;
  /** Opens a connection and sends `words`, by default a GET request; sends nothing if `words` is empty. */
  ask(words?: string): Socket;
  /** Resolves when the server receives the next request, with the response object, which the test writes. */
  asked(): Promise<ServerResponse>;
}

async function serve(t: ExecutionContext): Promise<World> {
  const server: Server = createServer();
  const stop = prepareStop(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return {
    stop,
    ask(words = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n') {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1').resume();
      if (words !== '') socket.write(words);
      return socket;
    },
    asked: async () => ((await once(server, 'request')) as [unknown, ServerResponse])[1],
  };
}

test.serial(
  'an answer whose headers promised keep-alive is sent completely, and then the connection closes',
  async (t) => {
    const { stop, ask, asked } = await serve(t);
    const answering = asked();
    const received = text(ask());
    const response = await answering;
    response.writeHead(200, { 'Content-Length': 4 });
    response.write('on');
    const stopped = stop.begin(farAway);
    response.end('ce');
    t.regex(await received, /connection: keep-alive[\s\S]*\r\n\r\nonce$/i);
    t.is(await stopped, 'complete');
  },
);

test.serial(
  'other connections that end or are idle do not cut an answer that is still being sent',
  async (t) => {
    const { stop, ask, asked } = await serve(t);
    const first = asked();
    const idle = ask();
    (await first).end();
    await once(idle, 'data');
    const second = asked();
    const slow = ask().pause();
    (await second).end(long);
    const third = asked();
    const other = ask();
    const response = await third;
    let isStopped = false;
    const stopped = stop.begin(farAway).finally(() => {
      isStopped = true;
    });
    response.end();
    await once(other, 'close');
    t.false(isStopped);
    t.is(bodyOf(await text(slow)).length, long.length);
    t.is(await stopped, 'complete');
  },
);

test.serial(
  'connections without a pending request are closed at once, whether they were used before or not',
  async (t) => {
    const { stop, ask, asked } = await serve(t);
    const answering = asked();
    const used = ask();
    (await answering).end();
    await once(used, 'data');
    const never = ask('');
    await once(never, 'connect');
    // The server has received it once it answers a later request.
    const next = asked();
    const after = ask();
    (await next).end();
    await once(after, 'data');
    const closed = [used, never, after].map((socket) => once(socket, 'close'));
    t.is(await stop.begin(farAway), 'complete');
    await Promise.all(closed);
  },
);

test.serial(
  'a request that arrives during the stop on a busy connection does not prevent the stop',
  async (t) => {
    const { stop, ask, asked } = await serve(t);
    const first = asked();
    const socket = ask();
    const received = text(socket);
    const response = await first;
    const stopped = stop.begin(farAway);
    const second = asked();
    socket.write('GET /second HTTP/1.1\r\nHost: x\r\n\r\n');
    (await second).end('second');
    response.end('first');
    t.regex(await received, /first/);
    t.is(await stopped, 'complete');
  },
);

test.serial('a client that does not finish is disconnected after the grace period', async (t) => {
  const { stop, ask, asked } = await serve(t);
  const answering = asked();
  const socket = ask();
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  await answering;
  t.is(await stop.begin(50), 'cut');
  await closed;
});

function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4);
}
