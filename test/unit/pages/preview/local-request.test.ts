import test from 'ava';
import { isLocalRequest } from '../../../../pages/preview/server/local-request.ts';

const isAnswered = (remoteAddress: string | undefined, host: string | undefined, more = {}) =>
  isLocalRequest({ socket: { remoteAddress }, headers: { host, ...more } });

test('requests from this machine are accepted for every loopback host name', (t) => {
  for (const peer of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']) {
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:80', '[::1]:8080', '[::1]']) {
      t.true(isAnswered(peer, host), `${peer} ${host}`);
    }
  }
});

test('requests from another machine are rejected for every Host', (t) => {
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

test('a Host that is not a loopback name is rejected', (t) => {
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

test('a forwarded request is rejected, even from this machine', (t) => {
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
