/**
 * `npm start` and `npm run stack` with a specification service and with settings for another Redis and a hook, started
 * and ended through npm.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test from 'ava';
import type { SyncItem } from '../../../contract/schemas/sync.ts';
import { fixtureContent } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { embeddedScript, stackScript, startServer } from '../../helpers/running-server.ts';
import { listLeftovers, makeTemporaryFolder } from '../../helpers/temporary-folder.ts';
import { writeHook } from '../../helpers/write-hook.ts';
import { startService } from '../../specification-service/server.ts';

for (const script of [embeddedScript, stackScript]) {
  test(`${script}: the first listing comes from the specification service, the Redis of REDIS_URL and the hook of DEPLOY_HOOK are not used, and SIGTERM to npm ends every process`, async (t) => {
    const service = await startService({ products: [{ sku: 'USA-4', companies: ['west-shop'] }] });
    t.teardown(() => service.leave());
    // Accepts connections and answers nothing.
    const redis = createServer().listen(0, '127.0.0.1');
    await once(redis, 'listening');
    t.teardown(() => redis.close());
    const REDIS_URL = `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`;
    const hook = await writeHook(t);
    const TMPDIR = await makeTemporaryFolder(t);
    const server = await startServer(script, {
      args: ['--content', fixtureContent],
      environment: { SPECIFICATION_URL: service.url, REDIS_URL, TMPDIR, ...hook.environment },
      isRunByNpm: true,
    });
    const client = createClient(server.port);
    const items = (await client('/v1/sync/activeProduct?locale=en-US')).json() as SyncItem[];
    t.deepEqual(
      items.map(({ sku, companies }) => [sku, ...companies]),
      [['USA-4', 'west-shop']],
    );
    t.is(service.asked.length, 1);
    t.is(await hook.run(), undefined);
    await server.stop('SIGTERM');
    await t.throwsAsync(client('/v1/health'), { code: 'ECONNREFUSED' });
    t.deepEqual(await listLeftovers(TMPDIR), []);
  });
}
