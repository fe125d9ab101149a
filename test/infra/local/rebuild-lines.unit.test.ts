import test from 'ava';
import { renderChanges } from '../../../infra/local/rebuild-lines.ts';

test('three changed files are named, and how many more there are', (t) => {
  const changes = ['a', 'b', 'c', 'd', 'e'].map((file) => ({ file, kind: 'changed' }) as const);
  t.is(renderChanges(changes.slice(0, 3)), 'a changed, b changed, c changed');
  t.is(renderChanges(changes), 'a changed, b changed, c changed and 2 more');
});
