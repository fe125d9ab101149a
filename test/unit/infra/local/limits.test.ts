import test from 'ava';
import { createAdvisoryLimit, createHardLimit, toClient } from '../../../../infra/local/limits.ts';

/**
 * Returns a clock in milliseconds that starts at a fractional number (`clock`), and a function that advances it
 * (`advance`).
 */
function createClock() {
  let now = 12_345.678901;
  return { clock: () => now, advance: (ms: number) => (now += ms) };
}

test('a window begins with the first request of a client and lasts 60 seconds', (t) => {
  const { clock, advance } = createClock();
  const count = createAdvisoryLimit(clock);
  t.deepEqual(count('a'), { remaining: 599, resetSeconds: 60, exceeded: false });
  advance(59_000);
  t.deepEqual(count('a'), { remaining: 598, resetSeconds: 1, exceeded: false });
  t.deepEqual(count('b'), { remaining: 599, resetSeconds: 60, exceeded: false });
  advance(1001);
  t.deepEqual(count('a'), { remaining: 599, resetSeconds: 60, exceeded: false });
});

test('the memory of the limits is bounded for any number of clients', (t) => {
  const count = createAdvisoryLimit(createClock().clock);
  count('first');
  for (let client = 0; client < 10_000; client += 1) count(`client ${client}`);
  t.is(count('first').remaining, 599, 'the oldest window is forgotten');
});

test('of simultaneous requests 201 pass, and then 100 a second', (t) => {
  const { clock, advance } = createClock();
  const allow = createHardLimit(clock);
  const pass = (count: number) => Array.from({ length: count }, () => allow('a')).filter(Boolean);
  t.is(pass(400).length, 201);
  t.true(allow('b'));
  advance(1000);
  t.is(pass(400).length, 100);
  advance(60_000);
  t.is(pass(400).length, 201);
});

test('a client is an IPv4 address, mapped or not, or the /64 of an IPv6 address', (t) => {
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7']) {
    t.is(toClient(address), '192.0.2.7');
  }
  t.is(toClient('2001:db8:1:2:3:4:5:6'), toClient('2001:db8:1:2::9'));
  t.not(toClient('2001:db8:1:2::9'), toClient('2001:db8:1:3::9'));
  t.is(toClient('2001:db8::'), '2001:db8:0:0');
});
