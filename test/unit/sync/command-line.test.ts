import test from 'ava';
import { parseDuration } from '../../../console/durations.ts';
import { readOptions } from '../../../sync/command-line.ts';

const service = { SPECIFICATION_URL: 'https://spec.example.com/api' };

test('without a service the content is the source, for one round', (t) => {
  t.deepEqual(readOptions([], {}), {
    content: 'content',
    out: 'dist',
    everySeconds: undefined,
    acceptLoss: false,
    service: undefined,
  });
});

test('the service comes from the environment, and its answers are valid for 15 minutes by default', (t) => {
  const options = readOptions(['--every', '2m'], { ...service, SPECIFICATION_TOKEN: 'a.b-c' });
  t.is(options?.everySeconds, 120);
  t.is(options?.service?.url.href, 'https://spec.example.com/api');
  t.is(options?.service?.token, 'a.b-c');
  t.is(options?.service?.maxAgeSeconds, 900);
  t.is(readOptions([], { ...service, SYNC_MAX_AGE: '90s' })?.service?.maxAgeSeconds, 90);
});

test('an invalid setting is reported by name, without a value that may be secret', (t) => {
  const cases = [
    [['--every', '60'], {}, /^--every is "60"; it must be a time such as 60s or 5m, at most 576h$/],
    [['--every', '60s', '--accept-loss'], {}, /^--accept-loss is for one round/],
    [[], { SYNC_MAX_AGE: '0s' }, /^SYNC_MAX_AGE is "0s"; it must be/],
    [['--every', '15m'], service, /^SYNC_MAX_AGE must be longer than 900 seconds/],
    [[], { SPECIFICATION_URL: 'spec.example.com' }, /^SPECIFICATION_URL must be an http or https/],
    [
      [],
      { SPECIFICATION_URL: 'file:///etc/passwd' },
      /^SPECIFICATION_URL must be an http or https/,
    ],
    [
      [],
      { SPECIFICATION_URL: 'https://u:secret@x.example' },
      /^SPECIFICATION_URL must have no user/,
    ],
    [
      [],
      { SPECIFICATION_URL: 'https://x.example/?key=secret' },
      /^SPECIFICATION_URL must have no user/,
    ],
    [
      [],
      { ...service, SPECIFICATION_TOKEN: 'secret\n' },
      /^SPECIFICATION_TOKEN is not a bearer token/,
    ],
  ] as const;
  for (const [args, environment, message] of cases) {
    const error = t.throws(() => readOptions([...args], environment), { message });
    t.false(error?.message.includes('secret'));
  }
});

test('a duration is a whole number of seconds, minutes or hours, at most 24 days', (t) => {
  const valid = ['1s', '90s', '15m', '2073600s', '576h'];
  t.deepEqual(valid.map(parseDuration), [1, 90, 900, 2_073_600, 2_073_600]);
  // Timers of Node.js fire at once after a longer time.
  for (const text of ['', '0s', '1', 's', '1.5m', '-1s', '1d', ' 1s', '2073601s', '577h']) {
    t.is(parseDuration(text), undefined, text);
  }
});
