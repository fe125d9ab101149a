/** Builds and publishes on the running stack, under load: no answer combines two releases. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { deploy } from '../../releases/deploy.ts';
import { releasesInRedis } from '../../releases/publish/redis-releases.ts';
import { publish } from '../../releases/publish/publish.ts';
import { copyContent } from '../helpers/content.ts';
import { startStack } from '../helpers/stack.ts';
import { type Mark, startLoad } from './publishing-load.ts';

/** Requests of one round each, which the service has not answered before: it makes these answers then. */
const unanswered = ['en-CA', 'en-US', 'fr-CA'].flatMap((locale) =>
  ['A1', 'A3'].map((tier) => ({ path: `/v1/products/HOOD-2?locale=${locale}`, tier })),
);
const rounds = unanswered.length;

/** Copies the fixture, with a mark as the cents of every price and at the end of a note. */
async function contentOf(t: ExecutionContext, mark: Mark): Promise<string> {
  const content = await copyContent(t);
  for (const name of ['msrp', 'net-A1', 'net-A3', 'surcharges']) {
    const file = `prices/${name}.csv`;
    const text = await readFile(join(content.path, file), 'utf8');
    await content.write(file, text.replaceAll(/\.\d\d\b/g, `.${mark}`));
  }
  await content.replace('products/TEE-1.json', 'Runs small.', `Runs small #${mark}`);
  await content.replace('products/TEE-1.json', 'Taille petit.', `Taille petit #${mark}`);
  return content.path;
}

test(`no answer combines two releases while ${rounds} are published in turn`, async (t) => {
  t.timeout(300_000);
  const contents = { '11': await contentOf(t, '11'), '22': await contentOf(t, '22') };
  const { server, out } = await startStack(t, contents['11']);
  const redis = new Redis(server.redis ?? '');
  t.teardown(() => redis.disconnect());
  const load = startLoad(server, [
    { path: '/v1/products/TEE-1', tier: 'A3' },
    { path: '/v1/products/TEE-1?locale=fr-CA', tier: 'A1' },
    { path: '/v1/products/TEE-1/pricing', tier: 'A1' },
    { path: '/v1/products/pricing', tier: 'A3' },
    { path: '/v1/products/TEE-1' },
    { path: '/v1/products?locale=en-US' },
  ]);
  const ids: string[] = [];
  for (const [index, asked] of unanswered.entries()) {
    const round = index + 1;
    const mark: Mark = round % 2 === 0 ? '11' : '22';
    const { manifest } = await deploy({ content: contents[mark], out, baseUrl: server.address });
    // Now the files are of the new release, and Redis is of the one before.
    await load.ask(asked);
    await publish(out, redis);
    ids.push(manifest.release);
    // Most rounds are shorter than the time for which the service remembers the active release.
    if (round % 3 === 0) await load.answered(mark);
  }
  const { answers, faults } = await load.stop();
  t.deepEqual(faults.slice(0, 3), []);
  t.log(`answers: ${answers['11']} of one release, ${answers['22']} of the other`);
  t.true(answers['11'] > 0 && answers['22'] > 0);
  t.is(new Set(ids).size, 2);

  const prices = await releasesInRedis(redis);
  const endsOf = (id = '') =>
    Promise.all((prices.get(id) ?? []).map(async (key) => (await redis.ttl(key)) > 0));
  t.deepEqual(await endsOf(ids.at(-1)), Array(8).fill(false));
  t.deepEqual(await endsOf(ids.at(-2)), Array(8).fill(true));
});
