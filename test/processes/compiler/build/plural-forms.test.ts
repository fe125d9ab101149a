/** Texts with a singular and a plural: from the content folder to answers and findings. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ContentError } from '../../../../build/content/findings/finding.ts';
import { type ContentFolder, copyContent } from '../../../helpers/content.ts';
import { build } from '../../../helpers/released-files.ts';

const english = '"en": "{quantity} credits"';
const french = '"fr": "{quantity} crédits"';
const pluralEnglish = '"en": { "one": "{quantity} credit", "other": "{quantity} credits" }';
const pluralFrench = '"fr": { "one": "{quantity} crédit", "other": "{quantity} crédits" }';

test.serial('a number selects the singular or the plural in an answer', async (t) => {
  const content = await copyContent(t);
  await content.replace('products/TEE-1.json', '"designCredits": 2', '"designCredits": 1');
  const detail = async (folder: ContentFolder, locale: string) => {
    const { out } = await build(t, folder.path);
    const file = join(out, 'current/public/v1/products/TEE-1', `${locale}.json`);
    return JSON.parse(await readFile(file, 'utf8'));
  };
  const before = await detail(content, 'fr-CA');
  await content.replace('catalogue.json', english, pluralEnglish);
  await content.replace('catalogue.json', french, pluralFrench);
  const after = await detail(content, 'fr-CA');
  t.is(after.pricing.designCredits.description, '1 crédit');
  t.is((await detail(content, 'en-US')).pricing.designCredits.description, '1 credit');
  before.pricing.designCredits.description = '1 crédit';
  t.deepEqual(after, before);
});

test.serial('a mistake in plural forms is reported at the form', async (t) => {
  const at = 'texts.designCredits.en';
  for (const [written, rule, path] of [
    ['{ "one": "{quantity} credit" }', 'shape/missing-field', `${at}.other`],
    ['{ "one": "{count}", "other": "{quantity}" }', 'shape/wrong-value', `${at}.one`],
    ['{ "one": "A", "othr": "B" }', 'shape/unknown-field', `${at}.othr`],
    ['{ "one": 1, "other": "{quantity} credits" }', 'shape/wrong-type', `${at}.one`],
    ['24', 'shape/wrong-type', at],
    ['"{count} credits"', 'shape/wrong-value', at],
  ] as const) {
    const content = await copyContent(t);
    await content.replace('catalogue.json', english, `"en": ${written}`);
    const { findings } = await t.throwsAsync(build(t, content.path), { instanceOf: ContentError });
    t.like(findings, [{ rule, path }]);
  }
});
