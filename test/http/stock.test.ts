/** Stock by location and variants on both servers (nginx and the embedded server). */
import { join } from 'node:path';
import test from 'ava';
import type { Changes } from '../../contract/schemas/changes.ts';
import type { Inventory } from '../../contract/schemas/inventory.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { testKeys } from '../../contract/test-keys.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { copyContent, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { locatedStock } from '../helpers/located-stock.ts';
import { untilServed } from '../helpers/nginx.ts';
import { build } from '../helpers/released-files.ts';

test.serial(
  'both servers answer the stock of the locale’s market, and report a new count as a change of stock only',
  async (t) => {
    const content = await copyContent(t);
    for (const [file, text] of Object.entries(locatedStock)) await content.write(file, text);
    const out = join(await makeFolder(t), 'dist');
    const first = (await build(t, content.path, out)).manifest.release;
    const { clients, ports } = await serveFolder(t, out);
    for (const [name, client] of clients()) {
      await untilServed(client, first);
      const detail = async (locale: string) =>
        (await client(`/v1/products/TEE-1?locale=${locale}`)).json() as ProductDetail;
      const [canadian, american] = [await detail('en-CA'), await detail('en-US')];
      t.deepEqual(
        [canadian.inventory[0]?.quantity, american.inventory[0]?.quantity],
        [105, 120],
        name,
      );
      t.is(american.inventory[0]?.gtin, '051275060824');
      t.is(american.asOf, '2026-11-20T10:30:00Z');
      const { products } = (
        await client('/v1/products/inventory?locale=en-US')
      ).json() as Inventory;
      const { sku, asOf, inventory } = american;
      t.deepEqual(
        products.find((each) => each.sku === 'TEE-1'),
        { sku, asOf: asOf as string, inventory },
      );
      const table = (await client('/v1/products/inventory?locale=fr-CA&format=csv')).text;
      t.true(
        table.includes(
          '\r\nTEE-1;navy;S;TEE-1-NVY-S;051275060824;5;calgary;;;2026-11-20T10:30:00Z\r\n',
        ),
      );
    }

    const [{ key }] = testKeys;
    const keyed = await createClient(ports.embedded)('/v1/products/TEE-1?locale=en-US', {
      headers: { authorization: `Bearer ${key}` },
    });
    const { inventory, asOf, pricing } = keyed.json() as ProductDetail;
    t.is(inventory[0]?.locations?.[1]?.incoming, 600);
    t.deepEqual([asOf, pricing.net === undefined], ['2026-11-20T10:30:00Z', false]);

    await content.replace('inventory.csv', '2026-11-20T10:30:00Z', '2026-11-20T10:45:00Z');
    const second = (await build(t, content.path, out)).manifest.release;
    for (const [name, client] of clients()) {
      await untilServed(client, second);
      const { changes } = (
        await client(`/v1/products/changes?locale=fr-CA&since=${first}`)
      ).json() as Changes;
      t.deepEqual(
        changes?.map(({ sku, parts }) => [sku, parts]),
        [['TEE-1', ['stock']]],
        name,
      );
    }
  },
);
