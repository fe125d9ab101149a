import test from 'ava';
import { toClient } from '../../../../infra/local/client-address.ts';

test('an IPv4 address is one client, also if it is mapped into IPv6', (t) => {
  t.is(toClient('192.0.2.7'), '192.0.2.7');
  t.is(toClient('::ffff:192.0.2.7'), '192.0.2.7');
  t.is(toClient('::FFFF:192.0.2.7'), '192.0.2.7');
});

test('all IPv6 addresses of one /64 are one client', (t) => {
  t.is(toClient('2001:db8:1:2:3:4:5:6'), toClient('2001:db8:1:2::9'));
  t.not(toClient('2001:db8:1:2::9'), toClient('2001:db8:1:3::9'));
  t.is(toClient('::1'), '0:0:0:0');
  t.is(toClient('2001:db8::'), '2001:db8:0:0');
});
