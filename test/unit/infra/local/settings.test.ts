import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import {
  localAddress,
  readLocalSettings,
  redisServerProgram,
} from '../../../../infra/local/settings.ts';
import { usageOf } from '../../../../infra/local/usage.ts';

test('by default the server uses port 8080 of loopback and the sample catalogue', (t) => {
  t.deepEqual(readLocalSettings('start', [], {}), {
    host: '127.0.0.1',
    port: 8080,
    baseUrl: undefined,
    content: 'content',
    tls: false,
    takesTestKeys: true,
    usesService: false,
  });
});

test('settings come from the environment, the content folder from the arguments', (t) => {
  const environment = { PORT: '9000', HOST: '0.0.0.0', BASE_URL: 'https://api.example.com/' };
  t.deepEqual(readLocalSettings('start', ['--content', 'x'], environment), {
    host: '0.0.0.0',
    port: 9000,
    baseUrl: 'https://api.example.com',
    content: 'x',
    tls: false,
    takesTestKeys: true,
    usesService: false,
  });
});

test('the environment selects the program that runs as Redis', (t) => {
  t.is(redisServerProgram({}), 'redis-server');
  t.is(redisServerProgram({ REDIS_SERVER: '' }), 'redis-server');
  t.is(redisServerProgram({ REDIS_SERVER: '/opt/valkey-server' }), '/opt/valkey-server');
});

test('a configured specification service is used', (t) => {
  const environment = { SPECIFICATION_URL: 'https://spec.example.com' };
  t.true(readLocalSettings('start', [], environment)?.usesService);
});

test('TEST_KEYS=disabled turns test keys off', (t) => {
  const settings = readLocalSettings('dev', [], { TEST_KEYS: 'disabled' });
  t.false(settings?.takesTestKeys);
});

test('a wrong setting is refused with the valid values', (t) => {
  for (const PORT of ['', 'http', '-1', '65536', '80.5', '1e3']) {
    t.throws(() => readLocalSettings('start', [], { PORT }), {
      message: /PORT is ".*"; it must be a number/,
    });
  }
  t.throws(() => readLocalSettings('start', [], { BASE_URL: 'api.example.com' }), {
    message: /BASE_URL must be an http or https address/,
  });
  t.throws(() => readLocalSettings('start', [], { TEST_KEYS: 'off' }), {
    message: 'TEST_KEYS is "off"; it must be enabled or disabled',
  });
  t.throws(() => readLocalSettings('start', [], { HOST: '' }), {
    message: 'HOST is empty; it must be an address of this machine, such as 127.0.0.1',
  });
});

test('the settings of the specification service are checked before anything starts', (t) => {
  const SPECIFICATION_URL = 'https://spec.example.com';
  for (const [environment, message] of [
    [{ SPECIFICATION_URL: 'foo' }, /^SPECIFICATION_URL must be an http or https address/],
    [{ SPECIFICATION_URL, SPECIFICATION_TOKEN: 'a b' }, /^SPECIFICATION_TOKEN is not a bearer/],
    [
      { SPECIFICATION_URL, SPECIFICATION_TOKEN_FILE: '/none/x' },
      /^SPECIFICATION_TOKEN_FILE: ENOENT/,
    ],
    [{ SPECIFICATION_URL, SYNC_MAX_AGE: '10s' }, /^SYNC_MAX_AGE must be longer than 10 seconds/],
    [{ SYNC_MAX_AGE: 'foo' }, /^SYNC_MAX_AGE is "foo"; it must be a time/],
  ] as const) {
    t.throws(() => readLocalSettings('stack', [], environment), {
      instanceOf: ExpectedError,
      message,
    });
  }
  const others = { REDIS_URL_FILE: '/none/of/a/local/run' };
  t.false(readLocalSettings('stack', [], others)?.usesService);
});

test('an unknown argument is refused with the reason and the usage', (t) => {
  for (const runner of ['start', 'dev', 'stack'] as const) {
    for (const argument of ['--contents', 'extra']) {
      const error = t.throws(() => readLocalSettings(runner, [argument], {}), {
        instanceOf: ExpectedError,
      });
      t.regex(error.message, new RegExp(`^.*'${argument}'`));
      t.true(error.message.endsWith(`\n\n${usageOf(runner)}`));
    }
  }
});

test('--help prints the usage, even if the environment is invalid', (t) => {
  for (const runner of ['start', 'dev', 'stack'] as const) {
    t.is(readLocalSettings(runner, ['--help'], { PORT: 'http' }), undefined);
  }
});

test('the usage names every option and every variable that is read', async (t) => {
  // The first three are read from a copy of the environment.
  const variables = new Set(['SPECIFICATION_URL', 'SPECIFICATION_TOKEN', 'SYNC_MAX_AGE']);
  const environment = new Proxy<Record<string, string>>(
    {},
    { get: (_, name) => void variables.add(String(name)) },
  );
  for (const runner of ['start', 'dev', 'stack'] as const) {
    readLocalSettings(runner, [], environment);
    const usage = usageOf(runner);
    t.is(/^ {2}--tls /m.test(usage), runner === 'stack');
    for (const name of variables) t.regex(usage, new RegExp(`^  ${name} `, 'm'));
    for (const name of ['--content', '--help']) t.regex(usage, new RegExp(`^  ${name} `, 'm'));
    for (const part of ['\nExamples:\n', '\nExit codes: ']) t.true(usage.includes(part), part);
    for (const line of usage.split('\n')) t.true(line.length <= 80, line);
  }
  t.is(variables.size, 7);
});

test('only the stack serves TLS, and only if requested', (t) => {
  t.true(readLocalSettings('stack', ['--tls'], {})?.tls);
  t.false(readLocalSettings('stack', [], {})?.tls);
  for (const runner of ['start', 'dev'] as const) {
    t.throws(() => readLocalSettings(runner, ['--tls'], {}), { message: /--tls/ });
  }
});

test('the printed address is localhost for a loopback or unspecified host', (t) => {
  t.is(localAddress('127.0.0.1', 80), 'http://localhost:80');
  t.is(localAddress('0.0.0.0', 80), 'http://localhost:80');
  t.is(localAddress('192.0.2.7', 80), 'http://192.0.2.7:80');
  t.is(localAddress('2001:db8::1', 80), 'http://[2001:db8::1]:80');
});
