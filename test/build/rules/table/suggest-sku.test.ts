import { loadDraft } from '../../../../build/load/load-draft.ts';
import { suggestSku } from '../../../../build/rules/table/suggest-sku.ts';
import { fixtureContent } from '../../../helpers/content.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

/** The fixture's draft with products of these SKUs in place of its own. */
async function draftOf(...skus: readonly string[]) {
  const draft = await loadDraft(fixtureContent);
  const products = skus.map((sku) => ({ file: `${sku}.json`, sku, product: {}, whole: true }));
  return { ...draft, products };
}

test('a SKU written in another case, with other separators or with look-alike letters is meant', async (t) => {
  const draft = await draftOf('TEE100', 'TEE110', 'HOOD-21');
  for (const sku of ['tee100', 'TEE-100', ' TEE 100', 'TEE1O0', 'TEEIOO', 'tee_100']) {
    t.is(suggestSku(sku, draft), 'TEE100', sku);
  }
  t.is(suggestSku('HOOD21', draft), 'HOOD-21');
});

test('the one SKU that is a letter or two away is meant', async (t) => {
  const draft = await draftOf('TEE100', 'HOOD-21', 'JER-3');
  t.is(suggestSku('TEE10', draft), 'TEE100');
  t.is(suggestSku('TEEE100', draft), 'TEE100');
  t.is(suggestSku('HODO-21', draft), 'HOOD-21');
  t.is(suggestSku('JER-4', draft), 'JER-3');
});

test('nothing is guessed where several SKUs are as near, or none is', async (t) => {
  const draft = await draftOf('TEE101', 'TEE102', 'JER-3', 'J-ER3');
  t.is(suggestSku('TEE103', draft), undefined);
  t.is(suggestSku('JER3', draft), undefined);
  t.is(suggestSku('CAP900', draft), undefined);
  t.is(suggestSku('', draft), undefined);
});

test('after twenty SKUs that nothing is like, only look-alikes are looked up', async (t) => {
  const draft = await draftOf('TEE100');
  for (let number = 10; number < 29; number += 1) suggestSku(`LAMP${number}`, draft);
  t.is(suggestSku('TEE10', draft), 'TEE100');
  t.is(suggestSku('TEE00', draft), undefined);
  t.is(suggestSku('TEE10', draft), 'TEE100');
  t.is(suggestSku('tee-100', draft), 'TEE100');
});
