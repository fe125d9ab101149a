import test from 'ava';
import { assertReadableHead } from '../../../../infra/local/request-head.ts';

/**
 * Returns the head of a request as Node.js parses it. `rawHeaders` has the names and values of its header lines in
 * turn, such as `['Host', 'x', 'X', 'y']`.
 */
function headOf(rawHeaders: string[], httpVersion = '1.1') {
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
    ),
  );
  return { method: 'GET', url: '/v1/products', httpVersion, headers, rawHeaders };
}

const host = ['Host', 'x'];

test('the URL and headers may have 64 KiB together', (t) => {
  const read = (length: number) => assertReadableHead(headOf([...host, 'X', 'x'.repeat(length)]));
  t.notThrows(() => read(65_000));
  t.throws(() => read(66_000), { message: 'The URL and headers are too long.' });
});

test('Host is required once and must be a host; HTTP/1.0 does not need it', (t) => {
  t.notThrows(() => assertReadableHead(headOf([], '1.0')));
  for (const value of ['x', 'localhost:8080', '[::1]:8080', 'a.', 'a,b', '\xE9']) {
    t.notThrows(() => assertReadableHead(headOf(['Host', value])), value);
  }
  for (const value of ['', 'a b', 'a/b', 'a..b', 'a\tb', 'a\x7F']) {
    t.throws(() => assertReadableHead(headOf(['Host', value])), undefined, value);
  }
  t.throws(() => assertReadableHead(headOf([])));
  t.throws(() => assertReadableHead(headOf([...host, ...host])));
});

test('headers that must be unique, and other transfer codings than chunked, are refused', (t) => {
  const read = (...lines: string[]) => assertReadableHead(headOf([...host, ...lines]));
  t.throws(() => read('If-None-Match', '"a"', 'if-none-match', '"b"'));
  t.notThrows(() => read('Accept', 'a/a', 'Accept', 'b/b'));
  t.notThrows(() => read('Transfer-Encoding', 'Chunked'));
  t.throws(() => read('Transfer-Encoding', 'gzip, chunked'));
});
