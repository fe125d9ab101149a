import test from 'ava';
import { asksForHelp, readConfig, usage } from '../../../pricing-service/config.ts';

test('by default the service uses nginx and Redis of the same machine', (t) => {
  t.deepEqual(readConfig({}), {
    PRICING_HOST: '127.0.0.1',
    PRICING_PORT: 8081,
    PRICING_METRICS_HOST: '127.0.0.1',
    PRICING_METRICS_PORT: 9121,
    REDIS_URL: 'redis://127.0.0.1:6379',
    REDIS_TIMEOUT_MS: 350,
    DIST_DIR: 'dist',
    BASE_URL: 'http://localhost:8080',
    TEST_KEYS: 'enabled',
  });
});

test('every setting is read', (t) => {
  const environment = {
    PRICING_HOST: '::1',
    PRICING_METRICS_HOST: '::1',
    REDIS_URL: 'rediss://user:s3cret-word@redis.test:6380/1',
    DIST_DIR: '/srv/dist',
    TEST_KEYS: 'disabled',
  };
  const numbers = { PRICING_PORT: 9000, PRICING_METRICS_PORT: 9001, REDIS_TIMEOUT_MS: 1200 };
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)]);
  const BASE_URL = 'https://api.example.test';
  t.deepEqual(
    readConfig({ ...environment, ...Object.fromEntries(texts), BASE_URL: `${BASE_URL}//` }),
    { ...environment, ...numbers, BASE_URL },
  );
});

const wrong: readonly (readonly [string, string])[] = [
  ['PRICING_HOST', ''],
  ['PRICING_PORT', 'eighty-eighty'],
  ['PRICING_PORT', '65536'],
  ['PRICING_PORT', '80.5'],
  ['TEST_KEYS', 'off'],
  ['PRICING_METRICS_PORT', 'off'],
  ['REDIS_URL', 'http://user:hunter2@redis.test'],
  ['REDIS_URL', 'redis://user:hunter2@redis.test'],
  ['REDIS_TIMEOUT_MS', '49'],
  ['REDIS_TIMEOUT_MS', '3001'],
  ['REDIS_TIMEOUT_MS', '1.5s'],
  ['DIST_DIR', ''],
  ['BASE_URL', 'ftp://hunter2.test'],
  ['BASE_URL', 'localhost-hunter2'],
];

test('a wrong setting is refused with a message that names it without its value', (t) => {
  for (const [name, value] of wrong) {
    const { message = '' } = t.throws(() => readConfig({ [name]: value })) ?? {};
    t.regex(message, new RegExp(`^wrong settings: ${name}: `), value);
    t.false(value !== '' && message.includes(value), message);
    t.false(message.includes('hunter2'));
  }
  const several = { PRICING_PORT: 'x', REDIS_URL: 'y', BASE_URL: 'z' };
  t.throws(() => readConfig(several), { message: /PRICING_PORT: .*REDIS_URL: .*BASE_URL: /s });
});

test('--help lists every setting with its default, and other arguments are refused', (t) => {
  t.true(asksForHelp(['--help']));
  t.false(asksForHelp([]));
  t.regex(usage, /^Usage: /);
  t.regex(usage, /\nPRICING_PORT +port to listen on for nginx\n +\(default: 8081\)\n/);
  t.is(usage.match(/\(default: [^)]+\)/g)?.length, Object.keys(readConfig({})).length);
  t.false(usage.includes('undefined'));
  for (const args of [
    ['--port', '1'],
    ['--help', '--port'],
  ]) {
    t.throws(() => asksForHelp(args), { message: /^unexpected argument "--port"; the settings / });
  }
});
