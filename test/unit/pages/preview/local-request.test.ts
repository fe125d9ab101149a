import test from 'ava';
import { isLocalRequest } from '../../../../pages/preview/local-request.ts';

const isAnswered = (remoteAddress: string | undefined, host: string | undefined, more = {}) =>
  isLocalRequest({ socket: { remoteAddress }, headers: { host, ...more } });

const local = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'];
const remote = ['192.168.1.2', '10.0.0.1', 'fe80::1', '::ffff:10.0.0.1', '::', '', undefined];
const loopback = ['localhost', 'LOCALHOST:8080', '127.0.0.1:80', '[::1]:8080', '[::1]'];
const others = [
  ...['rebound.example:8080', 'localhost.example', '127.0.0.1.example', 'localhost:80:80'],
  ...['192.168.1.2', '[::2]', '', ' localhost', 'a@localhost', undefined],
];

test('the preview answers requests from this machine for a loopback host name only', (t) => {
  for (const peer of local) {
    for (const host of loopback) t.true(isAnswered(peer, host), `${peer} ${host}`);
    for (const host of others) t.false(isAnswered(peer, host), `${peer} ${host}`);
  }
  for (const peer of remote) t.false(isAnswered(peer, 'localhost'), peer);
});

test('the preview refuses a forwarded request, even from this machine', (t) => {
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
