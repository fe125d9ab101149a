import test from 'ava';
import { createReport } from '../../../editing/import/report.ts';

test('examples from an export are printed without terminal codes', (t) => {
  const report = createReport();
  report.note('left out', 'sizes that are none', 'X\u001b]0;pwned\u0007L');
  t.true(report.toText().includes('  sizes that are none: 1 (X\\u001b]0;pwned\\u0007L)\n'));
});
