import test from 'ava';
import { collectIds } from '../../../../editing/schemas/collect-ids.ts';

const nothing = { assets: [], drawings: [] };

test('ids are the keys of tables and the items of lists, sorted', (t) => {
  const ids = collectIds({
    texts: new Map([
      ['brands.json', '{"brands": {"zeta": {}, "acme": {}}}'],
      ['sizes.json', '\uFEFF{"sizes": ["S", "2XL", "S"], "aliases": {"XXL": "2XL"}}'],
      ['catalogue.json', '{"tiers": {"all": ["A2", "A1"]}}'],
    ]),
    files: nothing,
  });
  t.deepEqual(ids.get('brands'), ['acme', 'zeta']);
  t.deepEqual(ids.get('sizes'), ['2XL', 'S', 'XXL']);
  t.deepEqual(ids.get('tiers'), ['A1', 'A2']);
});
