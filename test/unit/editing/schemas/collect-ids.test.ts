import test from 'ava';
import { brokenFiles, collectIds, idFiles } from '../../../../editing/schemas/collect-ids.ts';

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

test('drawings with both sides, and assets with a supported file type, are ids', (t) => {
  const ids = collectIds({
    texts: new Map(),
    files: {
      assets: ['icons/a.svg', 'notes.txt', 'b.webp'],
      drawings: ['tee-front.svg', 'tee-back.svg', 'cap-front.svg', 'vest-back.svg'],
    },
  });
  t.deepEqual(ids.get('assets'), ['b.webp', 'icons/a.svg']);
  t.deepEqual(ids.get('drawings'), ['tee']);
});

test('a missing, unreadable or invalid file defines no ids and is reported', (t) => {
  const texts = new Map(idFiles.map((file) => [file, '{}']));
  texts.set('brands.json', '{"brands": ');
  texts.set('tags.json', '{"tags": null}');
  texts.set('sizes.json', '[]');
  texts.set('colors.json', '{"families": {}, "colors": {"navy": {}}}');
  texts.delete('decorations.json');
  const ids = collectIds({ texts, files: nothing });
  t.deepEqual(ids.get('colors'), ['navy']);
  const broken = brokenFiles(ids);
  t.deepEqual(broken.sort(), idFiles.filter((file) => file !== 'colors.json').sort());
});
