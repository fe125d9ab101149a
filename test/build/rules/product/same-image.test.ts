import { sameImage } from '../../../../build/rules/product/same-image.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('a picture that one product shows twice is fine', async (t) => {
  t.deepEqual(await findInFixture(sameImage), []);
});

test('a picture of another product is a warning, once, at the second product', async (t) => {
  const images = '"images": ["photos/stateside.png"]';
  const edit = replacing(
    'products/TEE-1.json',
    '"color": "navy"\n    },',
    `"color": "navy", ${images}\n    }, { "color": "bright", ${images} },`,
  );
  const findings = await findAfter(t, sameImage, edit);
  t.deepEqual(findings.map(inShort), [
    'products/USA-4.json:32:15 "photos/stateside.png" is a picture of products/TEE-1.json too',
  ]);
  t.is(findings[0]?.severity, 'warning');
});
