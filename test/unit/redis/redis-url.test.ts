import test from 'ava';
import { parseRedisUrl, passwordsIn } from '../../../redis/redis-url.ts';

test('a URL of one server has a host, login, TLS and database, as in the registered scheme', (t) => {
  t.deepEqual(parseRedisUrl('redis://127.0.0.1').options, { host: '127.0.0.1', port: 6379, db: 0 });
  t.deepEqual(parseRedisUrl('redis://:p%40%2Fs:x@redis.test:6380/2').options, {
    password: 'p@/s:x',
    host: 'redis.test',
    port: 6380,
    db: 2,
  });
  t.deepEqual(parseRedisUrl('rediss://us%3Aer:secret@[::1]:6380/').options, {
    username: 'us:er',
    password: 'secret',
    tls: {},
    host: '::1',
    port: 6380,
    db: 0,
  });
  t.deepEqual(parseRedisUrl('/run/redis.sock').options, { path: '/run/redis.sock', db: 0 });
});

test('a Sentinel URL has hosts and the name of the primary, as in Lettuce', (t) => {
  t.deepEqual(parseRedisUrl('redis-sentinel://:secret@a,b:26380,c/1#main').options, {
    password: 'secret',
    enableTLSForSentinelMode: false,
    sentinels: [
      { host: 'a', port: 26379 },
      { host: 'b', port: 26380 },
      { host: 'c', port: 26379 },
    ],
    name: 'main',
    db: 1,
  });
  t.deepEqual(parseRedisUrl('rediss-sentinel://a?username=watch&password=w%26rd#main').options, {
    tls: {},
    sentinelTLS: {},
    sentinelUsername: 'watch',
    sentinelPassword: 'w&rd',
    enableTLSForSentinelMode: true,
    sentinels: [{ host: 'a', port: 26379 }],
    name: 'main',
    db: 0,
  });
});

const refused = [
  ['', /must begin with redis:/],
  ['http://:hunter2@a', /must begin with redis:/],
  ['redis://:hunter@2@a', /must begin with redis:.*%40/],
  ['redis://hunter2@a', /colon before the password/],
  ['redis://:hunter2%@a', /%25/],
  ['redis://:hunter2@a,b', /several need redis-sentinel:/],
  ['redis://:hunter2@', /must name hosts/],
  ['redis://:hunter2@a:65536', /must name hosts/],
  ['redis://:hunter2@a/zero', /number of a database/],
  ['redis://a?password=hunter2', /only Sentinel takes/],
  ['redis://a#hunter2', /only Sentinel takes/],
  ['redis-sentinel://:hunter2@a', /name of the primary/],
  ['redis-sentinel://a?pasword=hunter2#main', /only username and password of the Sentinels/],
  ['redis-cluster://:hunter2@a', /must begin with redis:/],
] as const;

test('an invalid URL is refused with the valid forms, without its own text', (t) => {
  for (const [url, message] of refused) {
    const error = t.throws(() => parseRedisUrl(url), { message }, url);
    t.false(error?.message.includes('hunter'), url);
  }
});

test('a description contains hosts and ports, no user or password', (t) => {
  const described = (url: string) => parseRedisUrl(url).address;
  t.is(described('rediss://user:secret@[::1]:6380/2'), '[::1]:6380');
  t.is(
    described('redis-sentinel://:secret@a,b:1?password=secret#main'),
    '"main" of Sentinel a:26379,b:1',
  );
  t.is(described('/run/redis.sock'), '/run/redis.sock');
});

const withRawCharacter = [
  'redis://:hunter/2@a',
  'redis://user:12/hunter@a/0',
  'redis://:hunter?2@a',
  'redis://:hunter#2@a',
  'redis-sentinel://:hunter/2@a/0#main',
];

test('the error for a raw character in a password says how to write it', (t) => {
  for (const url of withRawCharacter) {
    const error = t.throws(() => parseRedisUrl(url), { message: /%40, %2F, %3F and %23/ }, url);
    t.false(error?.message.includes('hunter'), url);
  }
});

const urls = {
  'redis://127.0.0.1:6379': [],
  'redis://user:hunter2@redis.test/1': ['hunter2'],
  'redis://:a%2Fb@redis.test': ['a%2Fb', 'a/b'],
  'redis://:a@b@redis.test': ['a@b'],
  'redis://:50%25%@redis.test': ['50%25%', '50%%'],
  'redis://redis.test?password=a%2Fb&db=1&sentinelPassword=c#name': ['a%2Fb', 'a/b', 'c'],
  'redis-sentinel://me:hunter2@one.test:26379,two.test:26379/0#name': ['hunter2'],
};

test('the passwords in a URL are found as written and decoded', (t) => {
  for (const [url, passwords] of Object.entries(urls))
    t.deepEqual(passwordsIn(url), passwords, url);
});
