/** nginx in front of a pricing service with a Redis, shared by the tests of this folder. */
import { dirname, join } from 'node:path';
import test from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { baseUrl } from '../../helpers/content.ts';
import { type Client, createClient } from '../../helpers/http-client.ts';
import { startTestNginx, type TestNginx, untilServed } from '../../helpers/nginx.ts';
import { addKey, type PricingApp, startPricingApp } from '../../helpers/pricing-app.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

/** A running nginx, and the pricing service in this process that answers for it. */
interface Served extends TestNginx {
  readonly app: PricingApp;
  /** A key of an account. */
  readonly key: string;
  /** A port on which a test may start a second instance of the service, which nginx uses too. */
  readonly secondPort: number;
  /** Returns a client with its own loopback address. */
  client(): Client;
  /** Makes the first release current again, after a test that has deployed others. */
  restore(): Promise<void>;
}

const teardowns = collectTeardowns();
let started: Served | undefined;

test.before(async () => {
  const app = await startPricingApp(teardowns);
  const { out, manifest, port: pricingPort } = app;
  const folder = dirname(out);
  const secondPort = await findPort('127.0.0.1', 0);
  const nginx = await startTestNginx(teardowns, {
    ...{ folder, baseUrl, pricingPort, release: manifest.release },
    edits: {
      // A second instance is soon tried again after a time without it.
      'settings/pricing-server.conf': (text) =>
        `${text.replace(';', ' fail_timeout=1s;')}server 127.0.0.1:${secondPort} fail_timeout=1s;\n`,
      'connections.conf': (text) =>
        text.replace(/^(client_header_timeout|proxy_read_timeout) \d+s;/gm, '$1 60s;'),
    },
  });
  started = {
    ...nginx,
    ...{ app, key: await addKey(app.redis), secondPort },
    client: () => createClient(nginx.port),
    async restore() {
      await pointAt(out, { current: join('releases', manifest.release) });
      await untilServed(createClient(nginx.port), manifest.release);
    },
  };
});
test.after.always(() => teardowns.run());

/** Returns the servers, which are started before the first test. */
export function served(): Served {
  if (started === undefined) throw new Error('the servers are not started yet');
  return started;
}
