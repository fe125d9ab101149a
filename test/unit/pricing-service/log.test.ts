import test from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { createManualClock } from '../../helpers/pricing-app.ts';

/** Creates a log, and the list of its entries. */
function createTestLog(secrets: readonly string[] = [], now?: () => number) {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) }, secrets, now);
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as unknown) };
}

test('a log entry is one JSON object on its own line, with the time', (t) => {
  const { log, lines, entries } = createTestLog();
  log.info('listening', { text: 'two\nlines' });
  t.regex(lines[0] ?? '', /^\{[^\n]*\}\n$/);
  const [entry] = entries() as [{ time: string }];
  t.like(entry, { level: 'info', event: 'listening', text: 'two\nlines' });
  t.regex(entry.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('an error is logged with its stack and its causes', (t) => {
  const { log, entries } = createTestLog();
  const cause = new Error('inner', { cause: 'innermost' });
  log.error('failed', new Error('outer', { cause }), { path: '/x' });
  const [entry] = entries() as [Record<string, unknown>];
  t.like(entry, { level: 'error', event: 'failed', path: '/x', message: 'outer' });
  t.like(entry['cause'], { message: 'inner', cause: { message: 'innermost' } });
  t.regex(String(entry['stack']), /log\.test\.ts/);
});

test('the same stack is logged once a minute, the message each time', (t) => {
  const clock = createManualClock();
  const { log, entries } = createTestLog([], clock);
  const away = new Error('Redis is away');
  log.error('first', away);
  clock.advance(59_999);
  log.error('second', new Error('not answered', { cause: away }), { route: 'detail' });
  log.error('other', new Error('another fault'));
  clock.advance(1);
  log.error('third', away);
  const [first, second, other, third] = entries() as Record<string, unknown>[];
  t.regex(String(first?.['stack']), /^Error: Redis is away\n +at /);
  t.like(second, { event: 'second', route: 'detail', message: 'not answered' });
  t.deepEqual(second?.['cause'], { message: 'Redis is away' });
  t.is(typeof other?.['stack'], 'string');
  t.is(third?.['stack'], first?.['stack']);
});

test('the errors of an AggregateError are logged, such as those of both addresses of a host', (t) => {
  const { log, entries } = createTestLog();
  log.error('failed', new AggregateError([new Error('::1'), new Error('127.0.0.1')]));
  t.like(entries()[0], { errors: [{ message: '::1' }, { message: '127.0.0.1' }] });
});

test('an error that is its own cause is logged', (t) => {
  const { log, entries } = createTestLog();
  const error = new Error('round');
  error.cause = error;
  log.error('failed', error);
  t.like(entries()[0], { message: 'round', cause: { message: 'round' } });
});

test('a thrown value that is not an Error is logged as text', (t) => {
  const { log, entries } = createTestLog();
  log.error('failed', 'just text');
  log.error('failed', Object.create(null));
  t.like(entries()[0], { event: 'failed', message: 'just text' });
  t.regex((entries()[1] as { message: string }).message, /null prototype/);
});

const key = `ppc_${'Ab1'.repeat(12)}xy`;
const hash = hashApiKey(key);
const password = 'p"w\\d/\n';

/**
 * Texts that are put before and after a secret: letters, digits, and characters whose JSON escapes end in
 * letters or digits.
 */
const places = ['', '\n', '\t', '\\', '"', '\u0001', 'a', '0', ':'];

test('no log line contains a key, hash or password, for any surrounding text', (t) => {
  const { log, lines, entries } = createTestLog([password]);
  for (const before of places) {
    for (const secret of [key, hash, hash.toUpperCase(), password]) {
      const text = `${before}${secret}${before}`;
      log.info('noted', { text, deep: [{ text }] });
      log.error('failed', new Error(text, { cause: new AggregateError([text], text) }));
      log.error('failed', { text });
    }
  }
  t.is(entries().length, places.length * 4 * 3);
  const output = lines.join('');
  t.false(output.includes(key.slice(4)));
  t.false(output.toLowerCase().includes(hash));
  t.false(output.includes(JSON.stringify(password).slice(1, -1)));
});

test('a hash that Redis has truncated is not logged', (t) => {
  const { log, lines } = createTestLog();
  const cut = hash.slice(0, 40);
  log.error('failed', new Error(`with args beginning with: '2' '{keys}:key:${cut}' `));
  t.false(lines.join('').includes(cut));
  t.regex(lines.join(''), /\{keys\}:key:\[redacted\]'/);
});

test('the command arguments of an error are not logged', (t) => {
  const { log, lines } = createTestLog();
  const error = Object.assign(new Error('refused'), { command: { args: ['hunter2'] } });
  log.error('failed', error, {});
  log.error('failed', new Error('outer', { cause: error }));
  t.false(lines.join('').includes('hunter2'));
});

test('the user and password of a URL are not logged', (t) => {
  const { log, entries } = createTestLog();
  log.error('failed', 'no answer of redis://me:hunter2@redis.test:6379/1');
  t.like(entries()[0], { message: 'no answer of redis://[redacted]@redis.test:6379/1' });
});
