/** Deploys, activations and rollbacks on a running edge, under load: public and keyed answers agree. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { whileBuilding } from '../../build/output/output-lock.ts';
import { deploy } from '../../releases/deploy/deploy.ts';
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { swapRelease } from '../../releases/swap.ts';
import { baseUrl, copyContent, makeFolder } from '../helpers/content.ts';
import { untilServed } from '../helpers/nginx.ts';
import { addKey } from '../helpers/pricing-app.ts';
import { startRedis } from '../helpers/redis-server.ts';
import { type Mark, startLoad } from './activation-load.ts';
import { startComparisons } from './compare-halves.ts';
import { startEdge } from './start-edge.ts';

const rounds = 8;

/**
 * Copies the fixture and marks it: all prices get `mark` as their cents, and the note of TEE-1 ends with `#` and
 * `mark`. The copy with the mark `22` also has the product NEW-9. Returns the folder of the copy.
 */
async function contentOf(t: ExecutionContext, mark: Mark): Promise<string> {
  const content = await copyContent(t);
  for (const name of ['msrp', 'net-A1', 'net-A3', 'surcharges']) {
    const file = `prices/${name}.csv`;
    const text = await readFile(join(content.path, file), 'utf8');
    const marked = text.replaceAll(/\.\d\d\b/g, `.${mark}`);
    const added = marked.match(/^BAG-5,.*$/gm)?.map((row) => row.replace('BAG-5', 'NEW-9')) ?? [];
    await content.write(file, mark === '22' ? `${marked}${added.join('\n')}\n` : marked);
  }
  if (mark === '22') {
    const bag = await readFile(join(content.path, 'products/BAG-5.json'), 'utf8');
    await content.write('products/NEW-9.json', bag.replace('"BAG-5"', '"NEW-9"'));
  }
  await content.replace('products/TEE-1.json', 'Runs small.', `Runs small #${mark}`);
  await content.replace('products/TEE-1.json', 'Taille petit.', `Taille petit #${mark}`);
  return content.path;
}

test.serial(
  `public and keyed answers agree at every moment of ${rounds} deploys, activations and rollbacks`,
  async (t) => {
    const contents = { '11': await contentOf(t, '11'), '22': await contentOf(t, '22') };
    const out = join(await makeFolder(t), 'dist');
    const { client: redis, url: redisUrl } = await startRedis(t);
    const deployed = async (mark: Mark) => {
      const options = { content: contents[mark], out, baseUrl, accept: dangerKinds };
      return (await deploy({ ...options, redisUrl })).manifest.release;
    };
    await deployed('11');
    const one = await addKey({ client: redis }, { id: 'one', tier: 'A1' });
    const three = await addKey({ client: redis }, { id: 'three', tier: 'A3' });
    const { client, port } = await startEdge(t, out, redisUrl);
    const stopLoad = startLoad(port, [
      ['/v1/products/TEE-1', three],
      ['/v1/products/TEE-1?locale=fr-CA', one],
      ['/v1/products/TEE-1/pricing', one],
      ['/v1/products/pricing', three],
      ['/v1/products/TEE-1'],
      ['/v1/products?locale=en-US'],
    ]);
    const products = { extra: 'NEW-9', product: 'TEE-1' };
    const comparisons = startComparisons({ port, key: three }, products);
    const ids: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const mark: Mark = round % 2 === 0 ? '11' : '22';
      if (round > 4 && round % 4 === 0) {
        const [previous = ''] = ids.slice(-2);
        await whileBuilding(out, () => swapRelease({ out, release: previous, nowMs: Date.now() }));
        ids.push(previous);
      } else {
        ids.push(await deployed(mark));
      }
      await untilServed(client, ids.at(-1));
      await comparisons.anotherRound();
    }
    const { disagreements } = await comparisons.stop();
    const { answered, faults } = await stopLoad();
    t.deepEqual(faults.slice(0, 3), []);
    t.deepEqual(disagreements.slice(0, 3), []);
    t.deepEqual([...answered].sort(), ['11', '22']);
    t.is(new Set(ids).size, 2);
  },
);
