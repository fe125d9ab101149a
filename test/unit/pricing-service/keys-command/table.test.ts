import test from 'ava';
import { renderFacts, renderTable } from '../../../../pricing-service/keys-command/table.ts';

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

test('a table can have as many rows as the audit of a large Redis has entries', (t) => {
  const rows = Array.from({ length: 200_000 }, (_, at) => [at]);
  t.regex(renderTable(['ENTRY'], rows), /^ENTRY\n0\n[\d\n]+\n199999\n$/);
});
