import test from 'ava';
import { createHardLimit, toClient } from '../../../../infra/local/limits.ts';

test('of simultaneous requests 201 pass, and then 100 a second', (t) => {
  let now = 12_345.678901;
  const allow = createHardLimit(() => now);
  const pass = (count: number) => Array.from({ length: count }, () => allow('a')).filter(Boolean);
  t.is(pass(400).length, 201);
  t.true(allow('b'));
  now += 1000;
  t.is(pass(400).length, 100);
});

test('a client is an IPv4 address, mapped or not, or the /64 of an IPv6 address', (t) => {
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7']) {
    t.is(toClient(address), '192.0.2.7');
  }
  t.is(toClient('2001:db8:1:2:3:4:5:6'), toClient('2001:db8:1:2::9'));
  t.not(toClient('2001:db8:1:2::9'), toClient('2001:db8:1:3::9'));
});
