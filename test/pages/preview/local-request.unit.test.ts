import test from 'ava';
import { isLocalRequest } from '../../../pages/preview/server/local-request.ts';

const isAnswered = (remoteAddress: string | undefined, host: string | undefined, more = {}) =>
  isLocalRequest({ socket: { remoteAddress }, headers: { host, ...more } });

test('requests of this machine are answered for each of its own names', (t) => {
  for (const peer of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']) {
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:80', '[::1]:8080', '[::1]']) {
      t.true(isAnswered(peer, host), `${peer} ${host}`);
    }
  }
});

test('requests of another machine are refused for every Host', (t) => {
  for (const peer of [
    '192.168.1.2',
    '10.0.0.1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::',
    '',
    undefined,
  ]) {
    t.false(isAnswered(peer, 'localhost'), peer);
  }
});

test('a foreign Host is refused, for every address that it resolves to', (t) => {
  const names = [
    'rebound.example:8080',
    'localhost.example',
    '127.0.0.1.example',
    'localhost:80:80',
  ];
  for (const host of [
    ...names,
    '192.168.1.2',
    '[::2]',
    '',
    ' localhost',
    'a@localhost',
    undefined,
  ]) {
    t.false(isAnswered('127.0.0.1', host), host);
  }
});

test('a request forwarded for another client is refused, also from this machine', (t) => {
  for (const [name, value] of [
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 tunnel'],
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', 'catalogue-8080.example'],
    ['x-real-ip', ''],
  ] as const) {
    t.false(isAnswered('127.0.0.1', 'localhost:8080', { [name]: value }), name);
  }
});
