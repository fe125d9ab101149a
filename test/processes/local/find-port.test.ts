import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { claimPort, findPort, PortUnavailable } from '../../../infra/local/find-port.ts';
import { runScript } from '../../helpers/run-process.ts';

const host = '127.0.0.1';

/** Starts a server that listens until the test ends; returns its port. */
async function listen(t: ExecutionContext, port: number): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

test.serial(
  'a found port can be listened on and is outside the range that the system assigns',
  async (t) => {
    const port = await findPort(host, 0);
    t.true(port < 32_768);
    t.is(await listen(t, port), port);
  },
);

test.serial('two callers never get the same port', async (t) => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findPort(host, 0)));
  t.is(new Set(ports).size, 50);
});

test.serial('a port that was found is not given to another process', async (t) => {
  const [found, other] = [await findPort(host, 0), await findPort(host, 0)];
  // Neither of the two ports is free; 0 always is.
  const script = 'test/processes/local/claim-port.ts';
  const { stdout } = await runScript(script, [host, `${found}`, `${other}`, '0']);
  t.is(stdout, '0');
});

test.serial('a port in use is not returned', async (t) => {
  const taken = await listen(t, 0);
  await t.throwsAsync(claimPort(host, [taken]), { instanceOf: PortUnavailable });
});

test.serial('a requested port that is in use is an error', async (t) => {
  const taken = await listen(t, 0);
  await t.throwsAsync(findPort(host, taken), {
    instanceOf: PortUnavailable,
    message: `port ${taken} is taken; choose another with PORT=<number>`,
  });
});
