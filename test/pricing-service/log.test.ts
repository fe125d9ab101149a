import test from 'ava';
import { createLog } from '../../pricing-service/log.ts';

/** A log, and the entries it has written. */
function createTestLog() {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as unknown) };
}

test('an entry is one JSON object on a line of its own, with the time', (t) => {
  const { log, lines, entries } = createTestLog();
  log.info('listening', { text: 'two\nlines' });
  t.regex(lines[0] ?? '', /^\{[^\n]*\}\n$/);
  const [entry] = entries() as [{ time: string }];
  t.like(entry, { level: 'info', event: 'listening', text: 'two\nlines' });
  t.regex(entry.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('an error is told with its stack and the causes below it', (t) => {
  const { log, entries } = createTestLog();
  const cause = new Error('inner', { cause: 'innermost' });
  log.error('failed', new Error('outer', { cause }), { path: '/x' });
  const [entry] = entries() as [Record<string, unknown>];
  t.like(entry, { level: 'error', event: 'failed', path: '/x', message: 'outer' });
  t.like(entry['cause'], { message: 'inner', cause: { message: 'innermost' } });
  t.regex(String(entry['stack']), /log\.test\.ts/);
});

test('what is thrown without being an error is told as text', (t) => {
  const { log, entries } = createTestLog();
  log.error('failed', 'just text');
  t.like(entries()[0], { event: 'failed', message: 'just text' });
});
