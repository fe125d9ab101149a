/** A shop that sells in one market: the locales of the other market are valid and empty, and need no texts. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ContentError } from '../../../../build/content/findings/finding.ts';
import { languages, locales } from '../../../../contract/locales.ts';
import { openDocs } from '../../../../pages/docs/open-docs.ts';
import { type ContentFolder, copyContent, makeFolder } from '../../../helpers/content.ts';
import { build } from '../../../helpers/released-files.ts';

const textKeys: readonly string[] = [...languages, ...locales];

/**
 * Copies the fixture as a shop that sells only in the United States: without French texts, Canadian prices, and the
 * product BAG-5, which is sold only in Canada.
 */
async function copyAmericanContent(t: ExecutionContext): Promise<ContentFolder> {
  const content = await copyContent(t);
  await content.remove('products/BAG-5.json');
  for (const file of await readdir(content.path, { recursive: true })) {
    const path = join(content.path, file);
    if (file.endsWith('.json')) {
      const json = withoutFrench(JSON.parse(await readFile(path, 'utf8'))) as object;
      const isProduct = file.startsWith('products');
      await writeFile(path, JSON.stringify(isProduct ? { ...json, markets: ['US'] } : json));
    } else if (file.endsWith('.csv')) {
      const lines = (await readFile(path, 'utf8')).split('\n');
      await writeFile(path, lines.filter((line) => !/CAD|BAG-5/.test(line)).join('\n'));
    }
  }
  await content.replace('catalogue.json', '"defaultLocale":"en-CA"', '"defaultLocale":"en-US"');
  return content;
}

function withoutFrench(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutFrench);
  if (typeof json !== 'object' || json === null) return json;
  const isText = Object.keys(json).every((key) => textKeys.includes(key));
  const kept = Object.entries(json).filter(([key]) => !(isText && key.startsWith('fr')));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutFrench(value)]));
}

test.serial('a shop of one market needs no texts of the other, and lists nothing', async (t) => {
  const content = await copyAmericanContent(t);
  t.notRegex(JSON.stringify(await content.load()), /"fr(-CA)?":/);
  const out = await makeFolder(t);
  const { productsByLocale, coverage, warnings } = await build(t, content.path, out, {
    pages: await openDocs(),
  });
  t.deepEqual(
    warnings.filter(({ rule }) => rule.startsWith('translation')),
    [],
  );
  t.deepEqual(productsByLocale, { 'en-CA': 0, 'en-US': 4, 'fr-CA': 0 });
  t.deepEqual(coverage['fr-CA'], { regional: 0, language: 0, fallback: 0, missing: 0 });
  const files = join(out, 'current/public');
  const readList = async (name: string) =>
    JSON.parse(await readFile(join(files, 'v1/products', name), 'utf8'));
  for (const locale of ['en-CA', 'fr-CA']) {
    const empty = { locale, products: [], categories: [], brands: {} };
    t.deepEqual(await readList(`index.${locale}.json`), empty);
  }
  t.is((await readList('index.en-US.json')).products.length, 4);
  for (const page of ['decorations', 'size-charts/tops']) {
    t.deepEqual(await readdir(join(files, 'docs', page)), ['en-US.html']);
  }
});

test.serial('a first product in Canada makes French texts of shared files required', async (t) => {
  const content = await copyAmericanContent(t);
  const out = await makeFolder(t);
  await build(t, content.path, out);
  await content.replace('products/HOOD-2.json', '"markets":["US"]', '"markets":["US","CA"]');
  const { findings } = await t.throwsAsync(build(t, content.path, out), {
    instanceOf: ContentError,
  });
  const lacking = findings.filter(({ rule }) => rule === 'translation/missing');
  const files = new Set(lacking.map(({ file }) => file));
  t.deepEqual(
    [...files].filter((file) => file.startsWith('products')),
    ['products/HOOD-2.json'],
  );
  for (const file of ['catalogue.json', 'brands.json', 'categories.json', 'colors.json']) {
    t.true(files.has(file), file);
  }
  for (const { message } of lacking) t.regex(message, /^has no text for fr-CA; add "fr"/);
});
