import { isIPv4 } from 'node:net';
import test from 'ava';
import { nextAddress } from './http-client.ts';

test('each client of a process has its own valid address, also after a hundred thousand others', (t) => {
  const addresses = Array.from({ length: 100_000 }, nextAddress);
  t.is(new Set(addresses).size, addresses.length);
  t.deepEqual(
    addresses.filter((address) => !isIPv4(address) || !address.startsWith('127.')),
    [],
  );
});
