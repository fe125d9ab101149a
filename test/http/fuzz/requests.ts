/** Generates requests, as bytes. They are almost valid, so that they pass the first checks of a server. */
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

/** Chooses one of the texts, which are separated by spaces. */
const oneOf = (texts: string) => fc.constantFrom(...texts.split(' '));
/** Chooses `usual` nine times out of ten, otherwise one of the others. */
const mostly = (usual: string, ...others: readonly string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const anyByte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const anyBytes = fc.string({ unit: anyByte, maxLength: 12 });
const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });

const method = fc.oneof(
  { weight: 30, arbitrary: oneOf('GET GET GET GET HEAD POST OPTIONS') },
  { weight: 6, arbitrary: oneOf('PUT DELETE TRACE CONNECT PROPFIND MOVE') },
  { weight: 2, arbitrary: fc.constantFrom('get', 'BREW', '', 'GET\t', 'G\0T', '\r\nGET', 'GÉT') },
);

const words = oneOf(
  'v1 products pricing TEE100 sync activeProduct health openapi.json docs errors style.css guide.md ' +
    'images assets private net A3 manifest.json index.json en-CA.json index.json.gz infra ' +
    'nginx.conf etc passwd _problem',
);
const traps = fc.oneof(
  oneOf(
    '. .. ... %2e%2e %2E. ..%2f %2f %5c.. ..\\ ..; .%00. %00 %0a %0d%0aX:y %25 %2500 %252e % %z %zz ' +
      '%u002e %c0%ae %FF " \' \\ <b> {} | ^ ` $uri ~ :80 @x ; & + * , #part @named',
  ),
  fc.constantFrom('', '\xE9', '\xFF\xFE', '\xC3\xA9', '\x7F', '\x01', '\0', '\t', '\x1B[2J'),
  fc.constantFrom('a'.repeat(300), 'a'.repeat(10_240), '%61'.repeat(3000), '../'.repeat(40)),
);
const segment = fc.oneof(
  { weight: 20, arbitrary: words },
  { weight: 4, arbitrary: traps },
  { weight: 1, arbitrary: anyBytes },
  { weight: 1, arbitrary: printable },
);
const goodPath = oneOf(
  '/v1/products /v1/products/TEE100 /v1/products/TEE100/pricing /v1/products/pricing ' +
    '/v1/sync/activeProduct /v1/health /openapi.json /docs/errors /docs/style.css /docs/ /docs',
);
const join = (separator: string) => (parts: readonly string[]) => parts.join(separator);
const path = fc.oneof(
  { weight: 10, arbitrary: goodPath },
  {
    weight: 6,
    arbitrary: fc.array(segment, { maxLength: 7 }).map((parts) => `/${parts.join('/')}`),
  },
  { weight: 3, arbitrary: fc.tuple(goodPath, segment).map(join('/')) },
  { weight: 2, arbitrary: fc.tuple(goodPath, segment).map(join('')) },
  { weight: 1, arbitrary: fc.constantFrom('*', '', 'x:80', '?', '//', '/', '/../', 'v1/products') },
);
const value = fc.oneof(oneOf('en-CA fr-CA maple-promo ../en-CA all'), segment);
const parameter = fc.oneof(
  fc.tuple(oneOf('locale company loc%61le x'), value).map(join('=')),
  segment,
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(parameter, { minLength: 1, maxLength: 3 })
      .map((all) => `?${all.join('&')}`),
  },
);
const origin = mostly('', 'http://x', 'HTTPS://u:p@x:1', 'http:/', 'x://');
const version = mostly(
  ...([' HTTP/1.1', ' HTTP/1.0', ' HTTP/1.0', ' HTTP/0.9', ' HTTP/2.0', ''] as const),
  ...([' HTTP/1.1 x', ' HTP/1.1', ' http/1.1', ' HTTP/9.99', ' '] as const),
);

const names = oneOf(
  'Cookie X-Forwarded-For X-Forwarded-Host X-Original-URL X-Rewrite-URL Range If-Match ' +
    'If-Modified-Since Expect Upgrade Via Forwarded X-Real-IP Origin Accept Accept-Encoding ' +
    'If-None-Match Authorization Host Content-Type TE',
);
const values = fc.oneof(
  anyBytes,
  printable,
  oneOf(`/private/net/A3/en-CA.json 127.0.0.1 :: bytes=0- 100-continue h2c \${jndi:x}`),
  fc.constantFrom('a\0b', '\x7F', 'x'.repeat(10_240), 'x'.repeat(20_480)),
);
const codings = fc.constantFrom(
  ...['gzip', 'br', 'gzip;q=0', '*', 'gzip;q=,br;;q=2', 'x'.repeat(500), ',,,', 'gzip\x01'],
);
const tags = fc.constantFrom(
  ...['*', '"x"', 'W/"x"', '"x', 'W/', ', ,', '"\xFF"', '*, "x"', `"${'a'.repeat(4000)}"`],
);
const oddLines = fc.constantFrom(
  ...['Host: y', 'Host:', 'Host: a/../b', 'Host: [::', 'Host: x\0', 'no colon', ': no name'],
  ...['a b: c', 'a\0: c', 'under_score: 1', ' folded: 1', '\tfolded', 'X : y', 'Connection: te'],
  ...['Connection: close, host', 'Connection: upgrade', 'Keep-Alive: x', 'X:\r\n y', 'X: a\rb'],
);

/** Generates unusual header lines; `key` is a valid key. */
const headerLine = (key: string) =>
  fc.oneof(
    fc.tuple(names, values).map(join(': ')),
    codings.map((coding) => `Accept-Encoding: ${coding}`),
    tags.map((tag) => `If-None-Match: ${tag}`),
    fc
      .constantFrom(`Bearer ${key}`, `Bearer ${key}x`, `Bearer ${key} `, `bearer\t${key}`, key, '')
      .map((credential) => `Authorization: ${credential}`),
    oddLines,
  );

const inner = `GET ${smuggledPath} HTTP/1.1\r\nHost: x\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const length = `Content-Length: ${inner.length}`;
const chunked = 'Transfer-Encoding: chunked';
const chunkedInner = `${chunk(inner)}0\r\n\r\n`;

/** Headers that state the length of a body, and the body; most contradict each other, as in request smuggling. */
type Framing = readonly [headers: readonly string[], body: string];
const framing = fc.constantFrom<Framing>(
  ...['5', '50000', '0, 5', '+5', '-1', '0x5', '99999999999999999999', '5 5', ''].map(
    (each): Framing => [[`Content-Length: ${each}`], 'hello'],
  ),
  ...['5;ext="x"\r\nhello\r\n0\r\nTrailer: x\r\n\r\n', '5\nhello\n0\n\n', 'zz\r\nhello']
    .concat(`fffffffffffffffff\r\n${inner}`, `-5\r\nhello\r\n0\r\n\r\n${inner}`, chunkedInner)
    .map((body): Framing => [[chunked], body]),
  [[length], inner],
  [['Content-Length: 5', 'Content-Length: 5'], 'hello'],
  [['Content-Length: 0', length], inner],
  [[chunked, `Content-Length: ${5 + inner.length}`], `0\r\n\r\n${inner}`],
  [['Content-Length: 4', chunked], chunkedInner],
  [[chunked, chunked], chunkedInner],
  [[chunked, 'Transfer-Encoding: x'], chunkedInner],
  [['Transfer-Encoding: identity, chunked'], chunkedInner],
  [['Transfer-Encoding: xchunked', length], inner],
  [['Transfer-Encoding : chunked', length], inner],
  [['Transfer-Encoding:\x0Bchunked', length], inner],
  [['Transfer-Encoding:', ' chunked', length], inner],
  [['X: y', ` ${chunked}`, length], inner],
  [['Expect: 100-continue', length], inner],
);

const noFraming = fc.constant<Framing>([[], '']);

/** Generates requests of all kinds. Most ask the server to close the connection, which marks the answer's end. */
export function fuzzedRequest(key: string): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      ...{ method, origin, path, query, version },
      lineEnd: mostly('\r\n', '\n', '\r\r\n'),
      host: mostly('Host: x', ''),
      headers: fc.array(headerLine(key), { maxLength: 2 }),
      framed: fc.oneof(noFraming, noFraming, noFraming, framing),
      close: mostly('Connection: close', ''),
    })
    .map(({ framed: [framingHeaders, body], lineEnd, ...parts }) => {
      const { method, origin, path, query, version, host, headers, close } = parts;
      const lines = [
        `${method} ${origin}${path}${query}${version}`,
        ...[host, ...headers, ...framingHeaders, close].filter(Boolean),
      ];
      return { text: lines.map((line) => line + lineEnd).join('') + lineEnd + body, method };
    });
}
