/**
 * A partner keeps a full copy of the catalogue as the docs advise: it reads the details whose revision in the sync
 * listing has changed.
 */
import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { readIndex } from '../../build/output/read-index.ts';
import { locales } from '../../contract/locales.ts';
import type { SyncItem } from '../../contract/schemas/sync.ts';
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { copyContent, makeFolder } from '../helpers/content.ts';
import type { Client } from '../helpers/http-client.ts';
import { untilServed } from '../helpers/nginx.ts';
import { applyEdit, editsArbitrary } from '../helpers/random-edits.ts';
import { build, list } from '../helpers/released-files.ts';

/** Number of changes of the catalogue. The partner updates its copy after every `changesPerUpdate` changes. */
const changes = 200;
const changesPerUpdate = 8;

interface Kept {
  readonly revision: string;
  readonly detail: string;
}

/** The partner's copy, made only from answers of the API: locale → SKU → the detail and its revision. */
class Copy {
  readonly kept = new Map(locales.map((locale) => [locale, new Map<string, Kept>()]));
  reads = 0;

  async update(client: Client): Promise<void> {
    for (const [locale, products] of this.kept) {
      const reply = await client(`/v1/sync/activeProduct?locale=${locale}`);
      const items = reply.json() as SyncItem[];
      for (const item of items) {
        if (products.get(item.sku)?.revision !== item.revision)
          await this.read(client, item, products);
      }
      const listed = new Set(items.map(({ sku }) => sku));
      for (const sku of products.keys()) if (!listed.has(sku)) products.delete(sku);
    }
  }

  private async read(client: Client, item: SyncItem, products: Map<string, Kept>): Promise<void> {
    const { pathname, search } = new URL(item.url);
    const { text } = await client(pathname + search);
    this.reads += 1;
    const revision = createHash('sha256').update(text).digest('hex').slice(0, 16);
    // A cache on the way may still have the previous revision: the next update reads it again.
    if (revision === item.revision) products.set(item.sku, { revision, detail: text });
  }
}

/** Returns `LOCALE SKU` → SHA-256 of the detail, for the active products of the current release: the expected copy. */
async function expectedDetails(out: string, content: string): Promise<Map<string, string>> {
  const index = await readIndex(join(out, 'current'));
  const table = await readFile(join(content, 'active-products.csv'), 'utf8');
  const active = new Set(
    table
      .split('\n')
      .slice(1)
      .flatMap((row) => row.split(',', 1)),
  );
  const wanted = [...active].flatMap((sku) =>
    locales.flatMap((locale) => {
      const entry = index.product(sku)?.locales[locale];
      return entry === undefined ? [] : [[`${locale} ${sku}`, entry.sha256] as const];
    }),
  );
  return new Map(wanted);
}

test.serial(
  `after ${changes} random changes a partner's copy equals the catalogue, and only changed details were read`,
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const compileAndList = async () => {
      await build(t, content.path, out, { accept: dangerKinds });
      await list(out, content.path);
    };
    await compileAndList();
    const servers = await serveFolder(t, out);
    const copy = new Copy();
    let known = new Map<string, string>();
    let needed = 0;
    const edits = fc
      .sample(editsArbitrary, { numRuns: changes, seed: 20261121 })
      .flatMap((few) => few.slice(0, 1));
    t.is(edits.length, changes);
    for (let at = 0; at <= changes; at += changesPerUpdate) {
      const wanted = await expectedDetails(out, content.path);
      needed += [...wanted].filter(([name, hash]) => known.get(name) !== hash).length;
      known = wanted;
      // Uses the servers in turn: their revisions and documents are equal.
      const clients = servers.clients();
      const [, client] = clients[
        (at / changesPerUpdate) % clients.length
      ] as (typeof clients)[number];
      await untilServed(client, basename(await readlink(join(out, 'current'))));
      await copy.update(client);
      const found = [...copy.kept].flatMap(([locale, products]) =>
        [...products].map(([sku, { detail }]) => [
          `${locale} ${sku}`,
          createHash('sha256').update(detail).digest('hex'),
        ]),
      );
      t.deepEqual(found.sort(), [...wanted].sort(), `after ${at} changes`);
      for (const edit of edits.slice(at, at + changesPerUpdate))
        await applyEdit(content.path, edit);
      if (at < changes) await compileAndList();
    }
    t.is(copy.reads, needed, 'the fewest reads there can be');
    t.true(needed > 50, String(needed));
  },
);
