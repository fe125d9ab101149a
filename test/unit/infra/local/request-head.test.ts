import test from 'ava';
import { assertReadableHead } from '../../../../infra/local/request-head.ts';

/**
 * Returns the head of a request as Node.js parses it. `rawHeaders` has the names and values of its header lines in
 * turn, such as `['Host', 'x', 'X', 'y']`.
 */
function headOf(rawHeaders: string[], { httpVersion = '1.1', url = '/v1/products' } = {}) {
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
    ),
  );
  return { method: 'GET', url, httpVersion, headers, rawHeaders };
}

const host = ['Host', 'x'];
const line = (length: number) => ['X', 'x'.repeat(length - 'X: \r\n'.length)];

test('request headers are read up to the size of the buffers of nginx', (t) => {
  // The sizes that nginx 1.22 accepted.
  for (const lines of [[16_384], [9000, 9000, 9000, 9000], Array(108).fill(600)] as number[][]) {
    t.notThrows(() => assertReadableHead(headOf([...host, ...lines.flatMap(line)])));
  }
  for (const lines of [
    [16_385],
    [9000, 9000, 9000, 9000, 9000],
    Array(110).fill(600),
  ] as number[][]) {
    t.throws(() => assertReadableHead(headOf([...host, ...lines.flatMap(line)])), {
      message: 'The URL and headers are too long.',
    });
  }
});

test('a request may have a thousand header lines', (t) => {
  const lines = (count: number) =>
    headOf([
      ...host,
      ...Array(count - 1)
        .fill(line(10))
        .flat(),
    ]);
  t.notThrows(() => assertReadableHead(lines(1000)));
  t.throws(() => assertReadableHead(lines(1001)), {
    message: 'The URL and headers are too long.',
  });
});

test('Host is required once and must be a host; HTTP/1.0 does not need it', (t) => {
  t.notThrows(() => assertReadableHead(headOf([], { httpVersion: '1.0' })));
  for (const value of ['x', 'localhost:8080', '[::1]:8080', 'a.', 'a,b', '\xE9']) {
    t.notThrows(() => assertReadableHead(headOf(['Host', value])), value);
  }
  for (const value of ['', 'a b', 'a/b', 'a..b', 'a\tb', 'a\x7F']) {
    t.throws(() => assertReadableHead(headOf(['Host', value])), undefined, value);
  }
  t.throws(() => assertReadableHead(headOf([])));
  t.throws(() => assertReadableHead(headOf([...host, ...host])));
});

test('a URL as request target must have a host, and no user', (t) => {
  for (const url of ['http://x', 'HTTP://a.b-c:80/v1', 'https://[::1]:/v1', 'http://x?a@b..c']) {
    t.notThrows(() => assertReadableHead(headOf(host, { url })), url);
  }
  for (const url of ['http:///v1', 'http://:80/', 'http://u@x/', 'http://a_b/', 'http://a..b/']) {
    t.throws(() => assertReadableHead(headOf(host, { url })), undefined, url);
  }
});

test('repeated headers are refused only if they must be unique', (t) => {
  t.throws(() =>
    assertReadableHead(headOf([...host, 'If-None-Match', '"a"', 'if-none-match', '"b"'])),
  );
  t.notThrows(() => assertReadableHead(headOf([...host, 'Accept', 'a/a', 'Accept', 'b/b'])));
});

test('a transfer coding other than chunked is refused', (t) => {
  t.notThrows(() => assertReadableHead(headOf([...host, 'Transfer-Encoding', 'Chunked'])));
  t.throws(() => assertReadableHead(headOf([...host, 'Transfer-Encoding', 'gzip, chunked'])));
});
