import test from 'ava';
import { objectFiles, publicFiles } from '../../../contract/release.ts';

test('the paths in an object match the paths through the links of a release', (t) => {
  const product = 'v1/products/TEE-1';
  t.is(publicFiles.detail('TEE-1', 'fr-CA'), `${product}/${objectFiles.detail('fr-CA')}`);
  t.is(publicFiles.detail('TEE-1'), `${product}/${objectFiles.detail()}`);
  const picture = objectFiles.picture('navy-front');
  t.true(picture.startsWith(`${objectFiles.pictures}/`));
  t.is(publicFiles.picture('TEE-1', picture), 'images/TEE-1/navy-front.svg');
});
