import test from 'ava';
import { localAddress, readLocalSettings } from '../../../infra/local/settings.ts';

test('by default the server uses port 8080 of loopback and the sample catalogue', (t) => {
  t.deepEqual(readLocalSettings([], {}), {
    host: '127.0.0.1',
    port: 8080,
    baseUrl: undefined,
    content: 'content',
    tls: false,
    asksService: false,
  });
});

test('settings come from the environment, the content folder from the arguments', (t) => {
  const environment = { PORT: '9000', HOST: '0.0.0.0', BASE_URL: 'https://api.example.com/' };
  t.deepEqual(readLocalSettings(['--content', 'x'], environment), {
    host: '0.0.0.0',
    port: 9000,
    baseUrl: 'https://api.example.com',
    content: 'x',
    tls: false,
    asksService: false,
  });
});

test('a configured specification service is used', (t) => {
  const environment = { SPECIFICATION_URL: 'https://spec.example.com' };
  t.true(readLocalSettings([], environment).asksService);
});

test('a wrong setting is refused with the valid values', (t) => {
  for (const PORT of ['', 'http', '-1', '65536', '80.5', '1e3']) {
    t.throws(() => readLocalSettings([], { PORT }), {
      message: /PORT is ".*"; it must be a number/,
    });
  }
  t.throws(() => readLocalSettings([], { BASE_URL: 'api.example.com' }), {
    message: /BASE_URL must be an http or https address/,
  });
  t.throws(() => readLocalSettings(['--contents', 'x'], {}), { message: /--contents/ });
  t.throws(() => readLocalSettings(['--tls'], {}), { message: /--tls/ });
});

test('TLS is served if the runner supports it and it is requested', (t) => {
  t.true(readLocalSettings(['--tls'], {}, { offersTls: true }).tls);
  t.false(readLocalSettings([], {}, { offersTls: true }).tls);
});

test('the printed address of any or of loopback is localhost', (t) => {
  t.is(localAddress('127.0.0.1', 80), 'http://localhost:80');
  t.is(localAddress('0.0.0.0', 80), 'http://localhost:80');
  t.is(localAddress('192.0.2.7', 80), 'http://192.0.2.7:80');
  t.is(localAddress('2001:db8::1', 80), 'http://[2001:db8::1]:80');
});
