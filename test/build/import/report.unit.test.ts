import test from 'ava';
import { createReport } from '../../../build/import/report.ts';

test('examples out of an export are told without a terminal’s codes', (t) => {
  const report = createReport();
  report.note('left out', 'sizes that are none', 'X\u001b]0;pwned\u0007L');
  t.true(report.toText().includes('  sizes that are none: 1 (X\\u001b]0;pwned\\u0007L)\n'));
});
