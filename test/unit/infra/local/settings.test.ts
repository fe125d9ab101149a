import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { readLocalSettings, redisServerProgram } from '../../../../infra/local/settings.ts';
import { usageOf } from '../../../../infra/local/usage.ts';

test('by default the server uses port 8080 of loopback and the sample catalogue; environment and arguments choose others', (t) => {
  const defaults = {
    ...{ host: '127.0.0.1', port: 8080, baseUrl: undefined, content: 'content' },
    ...{ tls: false, takesTestKeys: true, usesService: false },
  };
  t.deepEqual(readLocalSettings('start', [], {}), defaults);
  const environment = { PORT: '9000', HOST: '0.0.0.0', BASE_URL: 'https://api.example.com/' };
  const more = { TEST_KEYS: 'disabled', SPECIFICATION_URL: 'https://spec.example.com' };
  t.deepEqual(
    readLocalSettings('stack', ['--content', 'x', '--tls'], { ...environment, ...more }),
    {
      ...{ host: '0.0.0.0', port: 9000, baseUrl: 'https://api.example.com', content: 'x' },
      ...{ tls: true, takesTestKeys: false, usesService: true },
    },
  );
  t.throws(() => readLocalSettings('start', ['--tls'], {}), { message: /--tls/ });
  t.is(redisServerProgram({ REDIS_SERVER: '' }), 'redis-server');
  t.is(redisServerProgram({ REDIS_SERVER: '/opt/valkey-server' }), '/opt/valkey-server');
});

test('a wrong setting is refused before anything starts, with the valid values', (t) => {
  const SPECIFICATION_URL = 'https://spec.example.com';
  const [number, file] = [/^PORT is ".*"; it must be a number/, '/none/x'];
  for (const [environment, message] of [
    ...['', 'http', '-1', '65536', '80.5'].map((PORT) => [{ PORT }, number] as const),
    [{ BASE_URL: 'api.example.com' }, /^BASE_URL must be an http or https address/],
    [{ TEST_KEYS: 'off' }, /^TEST_KEYS is "off"; it must be enabled or disabled$/],
    [{ HOST: '' }, /^HOST is empty; it must be an address of this machine, such as 127/],
    [{ SPECIFICATION_URL: 'foo' }, /^SPECIFICATION_URL must be an http or https address/],
    [{ SPECIFICATION_URL, SPECIFICATION_TOKEN: 'a b' }, /^SPECIFICATION_TOKEN is not a bearer/],
    [{ SPECIFICATION_URL, SPECIFICATION_TOKEN_FILE: file }, /^SPECIFICATION_TOKEN_FILE: ENOENT/],
    [{ SPECIFICATION_URL, SYNC_MAX_AGE: '10s' }, /^SYNC_MAX_AGE must be longer than 10 seconds/],
    [{ SYNC_MAX_AGE: 'foo' }, /^SYNC_MAX_AGE is "foo"; it must be a time/],
  ] as const) {
    const read = () => readLocalSettings('stack', [], environment);
    t.throws(read, { instanceOf: ExpectedError, message });
  }
});

test('an unknown argument is refused with the reason and the usage; --help prints it', (t) => {
  for (const runner of ['start', 'dev', 'stack'] as const) {
    for (const argument of ['--contents', 'extra']) {
      const error = t.throws(() => readLocalSettings(runner, [argument], {}), {
        instanceOf: ExpectedError,
      });
      t.regex(error.message, new RegExp(`^.*'${argument}'`));
      t.true(error.message.endsWith(`\n\n${usageOf(runner)}`));
    }
    t.is(readLocalSettings(runner, ['--help'], { PORT: 'http' }), undefined, 'prints the usage');
  }
});
