import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { findPort, PortUnavailable } from '../../../infra/local/find-port.ts';

const host = '127.0.0.1';

/** Starts a server that listens until the test ends; returns its port. */
async function listen(t: ExecutionContext, port: number): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

test.serial(
  'found ports can be listened on, differ, and are outside the range that the system assigns',
  async (t) => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => findPort(host, 0)));
    t.is(new Set(ports).size, 50);
    for (const port of ports) t.true(port < 32_768);
    t.is(await listen(t, ports[0] ?? 0), ports[0]);
  },
);

test.serial('a requested port that is in use is an error', async (t) => {
  const taken = await listen(t, 0);
  await t.throwsAsync(findPort(host, taken), {
    instanceOf: PortUnavailable,
    message: `port ${taken} is taken; choose another with PORT=<number>`,
  });
});
