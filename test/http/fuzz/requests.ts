/**
 * Generates requests, as the bytes that are sent. They are almost valid, so that they pass the first checks of a
 * server.
 */
import fc from 'fast-check';

/** A generated request. */
export interface FuzzedRequest {
  /** The whole request; each character is one byte. */
  readonly text: string;
  /** The intended method, which decides whether an answer has a body. */
  readonly method: string;
}

/** The body of some requests contains a request for this path. A server that answers it allows request smuggling. */
export const smuggledPath = '/v1/smuggled';

const weighted = (...choices: readonly (readonly [weight: number, text: string])[]) =>
  fc.oneof(...choices.map(([weight, text]) => ({ weight, arbitrary: fc.constant(text) })));
const anyByte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const anyBytes = fc.string({ unit: anyByte, maxLength: 12 });
const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });

const method = fc.oneof(
  { weight: 30, arbitrary: weighted([10, 'GET'], [3, 'HEAD'], [1, 'POST'], [1, 'OPTIONS']) },
  {
    weight: 6,
    arbitrary: fc.constantFrom('PUT', 'DELETE', 'TRACE', 'CONNECT', 'PROPFIND', 'MOVE'),
  },
  { weight: 2, arbitrary: fc.constantFrom('get', 'BREW', '', 'GET\t', 'G\0T', '\r\nGET', 'GÉT') },
);

const words = [
  ...['v1', 'products', 'pricing', 'TEE100', 'sync', 'activeProduct', 'health', 'openapi.json'],
  ...[
    'docs',
    'errors',
    'style.css',
    'guide.md',
    'images',
    'assets',
    'private',
    'net',
    'A3',
    'manifest.json',
  ],
  ...[
    'index.json',
    'en-CA.json',
    'index.json.gz',
    'infra',
    'nginx.conf',
    'etc',
    'passwd',
    '_problem',
  ],
];
const traps = [
  ...['', '.', '..', '...', '%2e%2e', '%2E.', '..%2f', '%2f', '%5c..', '..\\', '..;', '.%00.'],
  ...[
    '%00',
    '%0a',
    '%0d%0aX:y',
    '%25',
    '%2500',
    '%252e',
    '%',
    '%z',
    '%zz',
    '%u002e',
    '%c0%ae',
    '%FF',
  ],
  ...[
    '"',
    "'",
    '\\',
    '<b>',
    '{}',
    '|',
    '^',
    '`',
    '$uri',
    '~',
    ':80',
    '@x',
    ';',
    '&',
    '+',
    '*',
    ',',
  ],
  ...['\xE9', '\xFF\xFE', '\xC3\xA9', '\x7F', '\x01', '\0', '\t', '\x1B[2J', '#part', '@named'],
  ...['a'.repeat(300), 'a'.repeat(10_240), '%61'.repeat(3000), '../'.repeat(40)],
];
const segment = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...words) },
  { weight: 4, arbitrary: fc.constantFrom(...traps) },
  { weight: 1, arbitrary: anyBytes },
  { weight: 1, arbitrary: printable },
);
const goodPath = fc.constantFrom(
  ...['/v1/products', '/v1/products/TEE100', '/v1/products/TEE100/pricing', '/v1/products/pricing'],
  ...[
    '/v1/sync/activeProduct',
    '/v1/health',
    '/openapi.json',
    '/docs/errors',
    '/docs/style.css',
    '/docs/',
    '/docs',
  ],
);
const path = fc.oneof(
  { weight: 10, arbitrary: goodPath },
  {
    weight: 6,
    arbitrary: fc.array(segment, { maxLength: 7 }).map((parts) => `/${parts.join('/')}`),
  },
  { weight: 3, arbitrary: fc.tuple(goodPath, segment).map(([good, odd]) => `${good}/${odd}`) },
  { weight: 2, arbitrary: fc.tuple(goodPath, segment).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('*', '', 'x:80', '?', '//', '/', '/../', 'v1/products') },
);
const value = fc.oneof(
  fc.constantFrom('en-CA', 'fr-CA', 'maple-promo', '../en-CA', 'all'),
  segment,
);
const parameter = fc.oneof(
  fc.tuple(fc.constantFrom('locale', 'company', 'loc%61le', 'x'), value).map((p) => p.join('=')),
  segment,
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(parameter, { minLength: 1, maxLength: 3 })
      .map((parts) => `?${parts.join('&')}`),
  },
);
const origin = weighted(
  [30, ''],
  [1, 'http://x'],
  [1, 'HTTPS://u:p@x:1'],
  [1, 'http:/'],
  [1, 'x://'],
);
const target = fc.tuple(origin, path, query).map((parts) => parts.join(''));
const version = weighted(
  ...([
    [40, ' HTTP/1.1'],
    [4, ' HTTP/1.0'],
    [1, ' HTTP/0.9'],
    [1, ' HTTP/2.0'],
    [1, ''],
  ] as const),
  ...([
    [1, ' HTTP/1.1 x'],
    [1, ' HTP/1.1'],
    [1, ' http/1.1'],
    [1, ' HTTP/9.99'],
    [1, ' '],
  ] as const),
);

const codings = [
  'gzip',
  'br',
  'gzip;q=0',
  '*',
  'gzip;q=,br;;q=2',
  'x'.repeat(500),
  ',,,',
  'gzip\x01',
];
const tags = ['*', '"x"', 'W/"x"', '"x', 'W/', ', ,', '"\xFF"', '*, "x"', `"${'a'.repeat(4000)}"`];
const names = fc.constantFrom(
  ...['Cookie', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Original-URL', 'X-Rewrite-URL', 'Range'],
  ...[
    'If-Match',
    'If-Modified-Since',
    'Expect',
    'Upgrade',
    'Via',
    'Forwarded',
    'X-Real-IP',
    'Origin',
  ],
  ...['Accept', 'Accept-Encoding', 'If-None-Match', 'Authorization', 'Host', 'Content-Type', 'TE'],
);
const values = fc.oneof(
  anyBytes,
  printable,
  fc.constantFrom(
    '/private/net/A3/en-CA.json',
    '127.0.0.1',
    '::',
    'bytes=0-',
    '100-continue',
    'h2c',
  ),
  fc.constantFrom('a\0b', '\x7F', 'x'.repeat(10_240), 'x'.repeat(20_480), `$${'{jndi:x}'}`),
);

/** Generates unusual header lines; `key` is a valid key. */
const headerLine = (key: string) =>
  fc.oneof(
    fc.tuple(names, values).map((parts) => parts.join(': ')),
    fc.constantFrom(...codings).map((coding) => `Accept-Encoding: ${coding}`),
    fc.constantFrom(...tags).map((tag) => `If-None-Match: ${tag}`),
    fc
      .constantFrom(`Bearer ${key}`, `Bearer ${key}x`, `Bearer ${key} `, `bearer\t${key}`, key, '')
      .map((credential) => `Authorization: ${credential}`),
    fc.constantFrom(
      ...['Host: y', 'Host:', 'Host: a/../b', 'Host: [::', 'Host: x\0', 'no colon', ': no name'],
      ...[
        'a b: c',
        'a\0: c',
        'under_score: 1',
        ' folded: 1',
        '\tfolded',
        'X : y',
        'Connection: te',
      ],
      ...['Connection: close, host', 'Connection: upgrade', 'Keep-Alive: x', 'X:\r\n y', 'X: a\rb'],
    ),
  );

const inner = `GET ${smuggledPath} HTTP/1.1\r\nHost: x\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/**
 * Headers that state the length of a body, and the body. In most pairs they contradict each other, as in request
 * smuggling.
 */
type Framing = readonly [headers: readonly string[], body: string];
const framing = fc.constantFrom<Framing>(
  [[`Content-Length: ${inner.length}`], inner],
  [['Content-Length: 5'], 'hello'],
  [['Content-Length: 50000'], 'short'],
  [['Content-Length: 5', 'Content-Length: 5'], 'hello'],
  [['Content-Length: 0', `Content-Length: ${inner.length}`], inner],
  [['Content-Length: 0, 5'], 'hello'],
  [['Content-Length: +5'], 'hello'],
  [['Content-Length: -1'], ''],
  [['Content-Length: 0x5'], 'hello'],
  [['Content-Length: 99999999999999999999'], 'x'],
  [['Content-Length: 5 5'], 'hello'],
  [['Content-Length:'], 'x'],
  [['Transfer-Encoding: chunked'], `${chunk(inner)}0\r\n\r\n`],
  [['Transfer-Encoding: chunked'], `5;ext="${'x'.repeat(50)}"\r\nhello\r\n0\r\nTrailer: x\r\n\r\n`],
  [['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n${inner}`],
  [['Transfer-Encoding: chunked'], `-5\r\nhello\r\n0\r\n\r\n${inner}`],
  [['Transfer-Encoding: chunked'], 'zz\r\nhello'],
  [['Transfer-Encoding: chunked'], `5\nhello\n0\n\n`],
  [['Transfer-Encoding: chunked', `Content-Length: ${5 + inner.length}`], `0\r\n\r\n${inner}`],
  [['Content-Length: 4', 'Transfer-Encoding: chunked'], `${chunk(inner)}0\r\n\r\n`],
  [['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], `${chunk(inner)}0\r\n\r\n`],
  [['Transfer-Encoding: chunked', 'Transfer-Encoding: x'], `${chunk(inner)}0\r\n\r\n`],
  [['Transfer-Encoding: identity, chunked'], `${chunk(inner)}0\r\n\r\n`],
  [['Transfer-Encoding: xchunked', `Content-Length: ${inner.length}`], inner],
  [['Transfer-Encoding : chunked', `Content-Length: ${inner.length}`], inner],
  [['Transfer-Encoding:\x0Bchunked', `Content-Length: ${inner.length}`], inner],
  [['Transfer-Encoding:', ' chunked', `Content-Length: ${inner.length}`], inner],
  [['X: y', ' Transfer-Encoding: chunked', `Content-Length: ${inner.length}`], inner],
  [['Expect: 100-continue', `Content-Length: ${inner.length}`], inner],
);

/**
 * Generates requests of all kinds in this file. Most ask the server to close the connection, which marks the answer's
 * end.
 */
export function fuzzedRequest(key: string): fc.Arbitrary<FuzzedRequest> {
  const lineEnd = weighted([30, '\r\n'], [2, '\n'], [1, '\r\r\n']);
  const headers = fc.array(headerLine(key), { maxLength: 2 });
  const framed = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Framing>([[], '']) },
    { weight: 1, arbitrary: framing },
  );
  const host = weighted([30, 'Host: x'], [1, '']);
  const close = weighted([4, 'Connection: close'], [1, '']);
  return fc
    .record({ method, target, version, lineEnd, host, headers, framed, close })
    .map(({ framed: [framingHeaders, body], ...parts }) => {
      const lines = [
        `${parts.method} ${parts.target}${parts.version}`,
        ...[parts.host, ...parts.headers, ...framingHeaders, parts.close].filter(Boolean),
      ];
      const head = lines.map((line) => line + parts.lineEnd).join('') + parts.lineEnd;
      return { text: head + body, method: parts.method };
    });
}
