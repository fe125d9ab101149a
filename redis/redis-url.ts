/**
 * Parses `REDIS_URL`, which names one server or a group of Sentinels.
 *
 *     redis://[user]:password@host:6379/0
 *     redis-sentinel://[user]:password@host1:26379,host2:26379/0#name-of-the-primary
 *     /run/redis/redis.sock
 *
 * `rediss` and `rediss-sentinel` use TLS. IANA lists `redis` and `rediss` as provisional schemes; `redis-sentinel` comes
 * from the Java client Lettuce. `?username=…&password=…` is the login of the Sentinels.
 */
import { unescape as unescapePercent } from 'node:querystring';

/** URL of the Redis server that is used if `REDIS_URL` is not set. */
export const defaultRedisUrl = 'redis://127.0.0.1:6379';

const pattern =
  /^(?<scheme>rediss?(?:-sentinel)?):\/\/(?:(?<login>[^@/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<db>[^?#]*))?(?:\?(?<query>[^#]*))?(?:#(?<name>.*))?$/;

const passwordHint = '@, /, ? and # in a password are written %40, %2F, %3F and %23';

type Parts = Readonly<Record<'scheme' | 'hosts', string>> &
  Readonly<Partial<Record<'login' | 'db' | 'query' | 'name', string>>>;

/**
 * Parses a `REDIS_URL` to options of ioredis, and its address for messages, without user and
 * password. Throws an `Error` with the problem and the remedy, but no part of the URL.
 */
export function parseRedisUrl(text: string) {
  if (text.startsWith('/')) return { options: { path: text, db: 0 }, address: text };
  const parts = pattern.exec(text)?.groups as Parts | undefined;
  if (parts === undefined) {
    throw new Error(
      `must begin with redis://, rediss://, redis-sentinel:// or rediss-sentinel://, or be the path of a socket; ${passwordHint}`,
    );
  }
  try {
    return parts.scheme.endsWith('-sentinel') ? toSentinel(parts) : toServer(parts);
  } catch (error) {
    // An unencoded /, ? or # ends the login early, so that the password is read as hosts, database, query or name.
    if (parts.login !== undefined || !text.includes('@')) throw error;
    throw new Error(`${(error as Error).message}; ${passwordHint}`, { cause: error });
  }
}

function toServer(parts: Parts) {
  if (parts.query !== undefined) throw new Error('only Sentinel takes a query (what follows ?)');
  if (parts.name !== undefined) throw new Error('only Sentinel takes a name (what follows #)');
  const nodes = readNodes(parts.hosts, 6379);
  if (nodes.length > 1) throw new Error('must name one host; several need redis-sentinel://');
  return { options: { ...commonOptions(parts), ...nodes[0] }, address: list(nodes) };
}

function toSentinel(parts: Parts) {
  if (!parts.name) throw new Error('must end with # and the name of the primary in the Sentinels');
  // URLSearchParams reads + as a space.
  const query = new URLSearchParams(parts.query?.replaceAll('+', '%2B'));
  if ([...query.keys()].some((key) => key !== 'username' && key !== 'password')) {
    throw new Error('the query may contain only username and password of the Sentinels');
  }
  const [username, password] = [query.get('username'), query.get('password')];
  const sentinels = readNodes(parts.hosts, 26379);
  const name = decode(parts.name);
  const common = commonOptions(parts);
  return {
    options: {
      ...{ ...common, sentinels, name, enableTLSForSentinelMode: common.tls !== undefined },
      ...(common.tls && { sentinelTLS: {} }),
      ...(username && { sentinelUsername: username }),
      ...(password && { sentinelPassword: password }),
    },
    address: `"${name}" of Sentinel ${list(sentinels)}`,
  };
}

/** A login without a colon is refused: some clients take it for a user, others for a password. */
function commonOptions({ scheme, login = ':', db = '' }: Parts) {
  const [username = '', ...rest] = login.split(':');
  if (rest.length === 0) {
    throw new Error('must have a colon before the password: redis://:password@host');
  }
  const password = decode(rest.join(':'));
  if (!/^\d{0,4}$/.test(db)) throw new Error('must have the number of a database after the last /');
  return {
    ...(username !== '' && { username: decode(username) }),
    ...(password !== '' && { password }),
    ...(scheme.startsWith('rediss') && { tls: {} }),
    db: Number(db),
  };
}

function list(nodes: ReturnType<typeof readNodes>): string {
  return nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join();
}

function readNodes(text: string, defaultPort: number) {
  return text.split(',').map((node) => {
    const [, ipv6, name, port = String(defaultPort)] =
      /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(node) ?? [];
    const host = ipv6 ?? name;
    if (host === undefined || Number(port) > 65_535 || Number(port) === 0) {
      throw new Error(
        'must name hosts as host, host:port or [IPv6 address]:port, separated by commas',
      );
    }
    return { host, port: Number(port) };
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % that is not percent-encoding: write %25');
  }
}

/**
 * Returns the passwords in a URL, as written and decoded, so that a log can redact them. Misses one
 * that contains an unencoded `/`, `?` or `#`.
 */
export function passwordsIn(url: string): readonly string[] {
  const inLogin = /\/\/[^:@/?#]*:([^/?#]*)@/.exec(url)?.slice(1) ?? [];
  const inQuery = [...url.matchAll(/[?&]\w*password=([^&#]*)/gi)].map(([, text = '']) => text);
  const passwords = [...inLogin, ...inQuery].flatMap((text) => [text, unescapePercent(text)]);
  return [...new Set(passwords)].filter((password) => password !== '');
}
