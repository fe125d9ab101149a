/** The changes that `npm run edit` shows before it writes anything. */
import test from 'ava';
import { showEdits } from '../../../../editing/edit/show-edits.ts';

const plan = { summary: 'stock changes', table: { columns: ['sku'], rows: [['TEE-1']] } };
const table = (quantity: number, rows: number) =>
  Array.from({ length: rows }, (_, at) => `TEE-${at},${quantity}\n`).join('');

test('the differing lines of a file are shown', (t) => {
  const edits = [{ file: 'inventory.csv', before: table(1, 1), after: table(2, 1) }];
  t.is(
    showEdits(plan, edits),
    'sku\nTEE-1\n\n--- inventory.csv\n+++ inventory.csv\n@@ -1,1 +1,1 @@\n-TEE-0,1\n+TEE-0,2\nstock changes\n',
  );
});

test('for a file with very many differing lines, a message replaces the diff', (t) => {
  const edits = [{ file: 'inventory.csv', before: table(1, 1), after: table(2, 5000) }];
  t.is(
    showEdits(plan, edits),
    'sku\nTEE-1\n\ninventory.csv: too many lines differ to be shown\nstock changes\n',
  );
});
