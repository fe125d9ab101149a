import test from 'ava';
import { locales } from '../../contract/locales.ts';
import { publicFiles, readDetailPath } from '../../contract/release.ts';

test('product and locale can be read from the path of a detail', (t) => {
  for (const sku of ['TEE100', 'A.b_c-9', 'index', 'en-CA']) {
    for (const locale of [...locales, undefined]) {
      t.deepEqual(readDetailPath(`public/${publicFiles.detail(sku, locale)}`), { sku, locale });
    }
  }
});

test('no other file counts as a detail', (t) => {
  const detail = publicFiles.detail('TEE100', 'en-CA');
  const others = [
    detail,
    `private/${detail}`,
    `public/${detail}.gz`,
    `public/${publicFiles.list('en-CA')}`,
    `public/${publicFiles.list()}`,
    `public/${publicFiles.health}`,
    'public/v1/products/TEE100/de-DE.json',
    'public/v1/products/TEE100/more/en-CA.json',
  ];
  for (const path of others) t.is(readDetailPath(path), undefined, path);
});
