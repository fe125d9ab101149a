/** Dates of products and prices in the answers of both servers (nginx and the embedded server). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { Changes } from '../../contract/schemas/changes.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { linkedRelease } from '../../releases/release-store.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { copyContent, makeFolder } from '../helpers/content.ts';
import { untilServed } from '../helpers/nginx.ts';
import { build } from '../helpers/released-files.ts';

test.serial(
  'both servers show the last day of a product, and report its replacement on the next day',
  async (t) => {
    const content = await copyContent(t);
    const life = { availableUntil: '2026-12-31', replacedBy: 'TEE-1', formerSkus: ['SAC-5'] };
    await content.replace('products/BAG-5.json', '{', `{${JSON.stringify(life).slice(1, -1)},`);
    const prices = await readFile(join(content.path, 'prices/msrp.csv'), 'utf8');
    const [header, ...rows] = prices.trimEnd().split('\n');
    const dated = rows.map((row) => `${row},,${row.startsWith('BAG-5') ? '2026-12-31' : ''}`);
    await content.write('prices/msrp.csv', [`${header},from,until`, ...dated, ''].join('\n'));
    const out = join(await makeFolder(t), 'dist');
    const { manifest } = await build(t, content.path, out, { at: '2026-12-31' });
    const { clients } = await serveFolder(t, out);
    for (const [name, client] of clients()) {
      const detail = (await client('/v1/products/BAG-5?locale=fr-CA')).json() as ProductDetail;
      t.like(detail, life, name);
      t.is(detail.pricing.msrp[0]?.until, '2026-12-31', name);
    }
    await build(t, content.path, out, { at: '2027-01-01' });
    const query = `since=${manifest.release}&locale=fr-CA`;
    for (const [name, client] of clients()) {
      await untilServed(client, await linkedRelease(out, 'current'));
      t.is((await client('/v1/products/BAG-5?locale=fr-CA')).status, 404, name);
      const { changes } = (await client(`/v1/products/changes?${query}`)).json() as Changes;
      const removal = changes?.find(({ sku }) => sku === 'BAG-5');
      t.like(removal, { change: 'removed', reason: 'replaced', replacedBy: 'TEE-1' }, name);
    }
  },
);
