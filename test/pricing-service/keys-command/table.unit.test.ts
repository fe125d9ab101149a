import test from 'ava';
import { renderFacts, renderTable } from '../../../pricing-service/keys-command/table.ts';

test('columns of a table are aligned with their headings, also for letters outside ASCII', (t) => {
  const rows = [
    ['é…ü', 1, 'x'],
    ['long text', null, ''],
  ];
  t.is(
    renderTable(['A', 'NUMBER', 'C'], rows),
    'A          NUMBER  C\né…ü        1       x\nlong text  -\n',
  );
});

test('each fact is printed on its own line', (t) => {
  t.is(
    renderFacts([
      ['name', 'Acme'],
      ['keys', 3],
      ['x', null],
    ]),
    'name  Acme\nkeys  3\nx     -\n',
  );
});
