import test from 'ava';
import { chooseCoding, fileEtag, matchesIfNoneMatch } from '../../../contract/representation.ts';

const choices: readonly (readonly [string | undefined, string])[] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0.0', 'identity'],
  ['br;Q=0, GZIP', 'gzip'],
  ['BR', 'br'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=', 'identity'],
  ['gzip;q=x', 'identity'],
  ['gzip;q=-1', 'identity'],
  ['*', 'identity'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'identity'],
  ['deflate, zstd', 'identity'],
  ['x-gzip', 'gzip'],
  ['deflate, X-GZIP;q=0.5', 'gzip'],
  ['x-gzip;q=0', 'identity'],
  ['x-gzip, br', 'br'],
  ['xx-gzip, x-gzipped, x-br', 'identity'],
  ['  gzip  ;  q=0.5  ', 'gzip'],
  ['\tbr\t,gzip', 'br'],
  [',,gzip,', 'gzip'],
  ['identity', 'identity'],
  ['gzipped, bro', 'identity'],
];

test('the chosen coding is the best one with a quality above zero', (t) => {
  for (const [header, coding] of choices) t.is(coding, chooseCoding(header), String(header));
});

const etag = '"5d3e2b10-1f40"';

test('If-None-Match matches a tag alone, weak, in a list and by the wildcard', (t) => {
  const matching = [
    etag,
    `W/${etag}`,
    `"other", ${etag}`,
    `"other",W/${etag},"third"`,
    `  ${etag}  `,
    '*',
    ' * ',
  ];
  for (const header of matching) t.true(matchesIfNoneMatch(header, etag), header);
});

test('another tag, a part of the tag or the tag without quotes does not match', (t) => {
  const differing = [
    undefined,
    '',
    '"other"',
    'W/"other"',
    '5d3e2b10-1f40',
    '"5d3e2b10"',
    '"5d3e2b10-1f4"',
    '"5D3E2B10-1F40"',
    '"*"',
    '""',
  ];
  for (const header of differing) t.false(matchesIfNoneMatch(header, etag), String(header));
});

test('an invalid list of entity tags does not match', (t) => {
  for (const held of ['"a,b"', 'x"b"', 'w/"b"', 'W/ "b"', '"x" "b"', '"b""b"', '"b"x', 'b']) {
    t.false(matchesIfNoneMatch(held, '"b"'), held);
  }
});

test('the entity tag of a file equals that of nginx: modification time and length in hex', (t) => {
  t.is(fileEtag(0x5d3e2b10, 0x1f40), etag);
});
