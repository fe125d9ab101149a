/** Tests `clientAddress`, from which each client of `npm run bench -- copy` gets its own IP address. */
import { isIPv4 } from 'node:net';
import test from 'ava';
import { clientAddress } from '../../bench/copy/meter.ts';

test('no client address is used twice', (t) => {
  const addresses = Array.from({ length: 1000 }, (_, at) => clientAddress(at));
  t.is(new Set(addresses).size, addresses.length);
  t.true(addresses.every(isIPv4));
});
