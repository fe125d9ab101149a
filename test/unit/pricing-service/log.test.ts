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
    const isWord = /\w/.test(before);
    for (const secret of [key, hash, hash.toUpperCase(), ...(isWord ? [] : [password])]) {
      const text = `${before}${secret}${before}`;
      log.info('noted', { text, deep: [{ text }] });
      log.error('failed', new Error(text, { cause: new AggregateError([text], text) }));
      log.error('failed', { text });
    }
  }
  t.is(entries().length, (places.length * 4 - 2) * 3);
  const output = lines.join('');
  t.false(output.includes(key.slice(4)));
  t.false(output.toLowerCase().includes(hash));
  t.false(output.includes(JSON.stringify(password).slice(1, -1)));
});

test('a short password is redacted where it stands alone, not within another word', (t) => {
  const { log, entries } = createTestLog(['e']);
  log.error('redis_error', 'refused "e" and e:x');
  t.like(entries()[0], { level: 'error', message: 'refused "[redacted]" and [redacted]:x' });
});

test('no log line contains a truncated hash, the arguments of a command, or the login of a URL', (t) => {
  const { log, lines, entries } = createTestLog();
  const cut = hash.slice(0, 40);
  log.error('failed', new Error(`with args beginning with: '2' '{keys}:key:${cut}' `));
  const error = Object.assign(new Error('refused'), { command: { args: ['hunter2'] } });
  log.error('failed', new Error('outer', { cause: error }), {});
  log.error('failed', 'no answer of redis://me:hunter2@redis.test:6379/1');
  const output = lines.join('');
  t.false(output.includes(cut) || output.includes('hunter2'));
  t.like(entries()[2], { message: 'no answer of redis://[redacted]@redis.test:6379/1' });
});
