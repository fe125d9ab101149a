import test from 'ava';
import { toClient } from '../../../infra/local/client-address.ts';

test('an IPv4 address is a client, mapped into IPv6 or not', (t) => {
  t.is(toClient('192.0.2.7'), '192.0.2.7');
  t.is(toClient('::ffff:192.0.2.7'), '192.0.2.7');
  t.is(toClient('::FFFF:192.0.2.7'), '192.0.2.7');
});

test('the /64 of an IPv6 address is a client', (t) => {
  t.is(toClient('2001:db8:1:2:3:4:5:6'), toClient('2001:db8:1:2::9'));
  t.not(toClient('2001:db8:1:2::9'), toClient('2001:db8:1:3::9'));
  t.is(toClient('::1'), '0:0:0:0');
  t.is(toClient('2001:db8::'), '2001:db8:0:0');
});
