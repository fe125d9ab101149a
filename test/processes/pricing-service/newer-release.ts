/** Compiles a newer release: the fixture catalogue with another product and a changed net price. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../../contract/release.ts';
import { copyContent } from '../../helpers/content.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import type { Teardown } from '../../helpers/teardown.ts';

/** The product that only the newer release has. */
export const newSku = 'NEW-9';

/** The net price of TEE-1 for one piece in tier A3 and en-CA, in the fixture and in the newer release. */
export const netPrices = { fixture: 7919.13, newer: 7920.13 } as const;

/** Compiles the newer release into the output folder `out` and makes it current. Returns its manifest. */
export async function compileNewer(t: Teardown, out: string): Promise<Manifest> {
  const content = await copyContent(t);
  for (const name of ['msrp', 'net-A1', 'net-A3', 'surcharges']) {
    const file = `prices/${name}.csv`;
    const rows = (await readFile(join(content.path, file), 'utf8')).match(/^BAG-5,.*$/gm) ?? [];
    for (const row of rows) await content.append(file, `${row.replace('BAG-5', newSku)}\n`);
  }
  const bag = await readFile(join(content.path, 'products/BAG-5.json'), 'utf8');
  await content.write(`products/${newSku}.json`, bag.replace('"BAG-5"', `"${newSku}"`));
  await content.replace('prices/net-A3.csv', `${netPrices.fixture}`, `${netPrices.newer}`);
  return compileInto(out, content.path);
}
