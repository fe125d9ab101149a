import test from 'ava';
import { loadDraft } from '../../../build/load/load-draft.ts';
import { asWritten, mayLack } from '../../../build/rules/left-out.ts';
import { copyContent } from '../../helpers/content.ts';

const file = 'products/TEE-1.json';

test('a file without a fault lacks nothing', async (t) => {
  const draft = await loadDraft((await copyContent(t)).path);
  t.false(mayLack(draft, file, 'sizes'));
});

test('a member with a fault may be lost, the others are not', async (t) => {
  const folder = await copyContent(t);
  await folder.replace(file, '"2XL"\n', '2\n');
  const draft = await loadDraft(folder.path);
  t.true(mayLack(draft, file, 'sizes'));
  t.false(mayLack(draft, file, 'colors'));
});

test('a misspelt member is the loss of the one that was meant', async (t) => {
  const folder = await copyContent(t);
  await folder.replace(file, '"fabrics"', '"fabric_s"');
  t.true(mayLack(await loadDraft(folder.path), file, 'fabrics'));
});

test('a file that cannot be taken apart may lack anything', async (t) => {
  const folder = await copyContent(t);
  await folder.append(file, '}');
  t.true(mayLack(await loadDraft(folder.path), file, 'sizes'));
});

test('a text with a stray space is told, and nothing of it is lost', async (t) => {
  const folder = await copyContent(t);
  await folder.replace(file, '"Runs small."', '"Runs small. "');
  const draft = await loadDraft(folder.path);
  t.true(draft.found.some(({ fault }) => fault.file === file));
  t.false(mayLack(draft, file, 'note'));
});

test('an index counts the elements that were left out before it', async (t) => {
  const folder = await copyContent(t);
  await folder.replace(file, '"sizes": [\n    "S"', '"sizes": [\n    1, "S", 2');
  const draft = await loadDraft(folder.path);
  t.deepEqual(draft.products.find(({ sku }) => sku === 'TEE-1')?.product.sizes, ['S', 'M', '2XL']);
  const indexes = [0, 1, 2].map(
    (index) => asWritten(draft, { file, path: ['sizes', index], message: '' }).path,
  );
  t.deepEqual(indexes, [
    ['sizes', 1],
    ['sizes', 3],
    ['sizes', 4],
  ]);
});
