/**
 * Parses `REDIS_URL`, which names Redis servers: one server, Sentinel or Cluster.
 *
 *     redis://[user]:password@host:6379/0
 *     redis-sentinel://[user]:password@host1:26379,host2:26379/0#name-of-the-primary
 *     redis-cluster://[user]:password@host1:6379,host2:6379
 *     /run/redis/redis.sock
 *
 * `rediss`, `rediss-sentinel` and `rediss-cluster` use TLS. IANA lists `redis` and `rediss` as provisional schemes;
 * `redis-sentinel` comes from the Java client Lettuce.
 */
import { unescape as unescapePercent } from 'node:querystring';

/** URL of the Redis server that is used if `REDIS_URL` is not set. */
export const defaultRedisUrl = 'redis://127.0.0.1:6379';

/** Host and port of a Redis server or of a Sentinel; an IPv6 host has no brackets. */
export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** User, password and TLS of a Redis server, as options of ioredis. */
export interface RedisLogin {
  readonly username?: string;
  readonly password?: string;
  /**
   * Present if TLS is used. The object is empty, because the default certificate authorities of Node.js are
   * used (`NODE_EXTRA_CA_CERTS` adds one).
   */
  readonly tls?: Record<string, never>;
}

/**
 * The Redis servers that a `REDIS_URL` addresses: one server, Sentinels or a Cluster. `options` are options
 * of ioredis.
 */
export type RedisEndpoint =
  | {
      readonly kind: 'server';
      readonly options: RedisLogin &
        (RedisNode | { readonly path: string }) & { readonly db: number };
    }
  | {
      readonly kind: 'sentinel';
      readonly options: RedisLogin & {
        readonly sentinels: RedisNode[];
        /** The name of the primary in the configuration of the Sentinels. */
        readonly name: string;
        readonly db: number;
        readonly enableTLSForSentinelMode: boolean;
        readonly sentinelUsername?: string;
        readonly sentinelPassword?: string;
        readonly sentinelTLS?: Record<string, never>;
      };
    }
  | { readonly kind: 'cluster'; readonly nodes: RedisNode[]; readonly options: RedisLogin };

const pattern =
  /^(?<scheme>rediss?(?:-sentinel|-cluster)?):\/\/(?:(?<login>[^@/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<db>[^?#]*))?(?:\?(?<query>[^#]*))?(?:#(?<name>.*))?$/;

const passwordHint = '@, /, ? and # in a password are written %40, %2F, %3F and %23';

type Parts = Readonly<Record<'scheme' | 'hosts', string>> &
  Readonly<Partial<Record<'login' | 'db' | 'query' | 'name', string>>>;

/**
 * Parses a `REDIS_URL`. If it is invalid, throws an `Error` whose message contains the problem and the
 * remedy, but no part of the URL, which may contain a password.
 */
export function parseRedisUrl(text: string): RedisEndpoint {
  if (text.startsWith('/')) return { kind: 'server', options: { path: text, db: 0 } };
  const parts = pattern.exec(text)?.groups as Parts | undefined;
  if (parts === undefined) {
    throw new Error(
      `must begin with redis://, rediss://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be the path of a socket; ${passwordHint}`,
    );
  }
  try {
    return toEndpoint(parts);
  } catch (error) {
    // An unencoded /, ? or # ends the login early, so that the password is read as hosts, database, query or name.
    if (parts.login !== undefined || !text.includes('@')) throw error;
    throw new Error(`${(error as Error).message}; ${passwordHint}`, { cause: error });
  }
}

function toEndpoint(parts: Parts): RedisEndpoint {
  const login = {
    ...readLogin(parts.login),
    ...(parts.scheme.startsWith('rediss') && { tls: {} }),
  };
  if (parts.scheme.endsWith('-sentinel')) return toSentinel(parts, login);
  refuse(parts.query, 'only Sentinel takes a query (what follows ?)');
  refuse(parts.name, 'only Sentinel takes a name (what follows #)');
  if (parts.scheme.endsWith('-cluster')) {
    if (readDatabase(parts.db) !== 0)
      throw new Error('Cluster has no databases: leave /number out');
    return { kind: 'cluster', nodes: readNodes(parts.hosts, 6379), options: login };
  }
  const [node, ...more] = readNodes(parts.hosts, 6379);
  if (node === undefined || more.length > 0) {
    throw new Error('must name one host; several need redis-sentinel:// or redis-cluster://');
  }
  return { kind: 'server', options: { ...login, ...node, db: readDatabase(parts.db) } };
}

/**
 * Returns a text for messages with the hosts and ports of the Redis servers, or with the path of the socket, such as
 * `Cluster 10.0.0.1:6379,10.0.0.2:6379`. Omits user and password.
 */
export function describeEndpoint(endpoint: RedisEndpoint): string {
  if (endpoint.kind === 'cluster') return `Cluster ${list(endpoint.nodes)}`;
  if (endpoint.kind === 'sentinel') {
    return `"${endpoint.options.name}" of Sentinel ${list(endpoint.options.sentinels)}`;
  }
  return 'path' in endpoint.options ? endpoint.options.path : list([endpoint.options]);
}

function list(nodes: readonly RedisNode[]): string {
  return nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join();
}

function toSentinel({ hosts, db, query, name }: Parts, login: RedisLogin): RedisEndpoint {
  if (!name) throw new Error('must end with # and the name of the primary in the Sentinels');
  // URLSearchParams reads + as a space.
  const parameters = new URLSearchParams(query?.replaceAll('+', '%2B'));
  const known = {
    sentinelUsername: parameters.get('username'),
    sentinelPassword: parameters.get('password'),
  };
  if ([...parameters.keys()].some((key) => key !== 'username' && key !== 'password')) {
    throw new Error('the query may contain only username and password of the Sentinels');
  }
  return {
    kind: 'sentinel',
    options: {
      ...login,
      ...(login.tls && { sentinelTLS: {} }),
      ...(known.sentinelUsername && { sentinelUsername: known.sentinelUsername }),
      ...(known.sentinelPassword && { sentinelPassword: known.sentinelPassword }),
      enableTLSForSentinelMode: login.tls !== undefined,
      sentinels: readNodes(hosts, 26379),
      name: decode(name),
      db: readDatabase(db),
    },
  };
}

/**
 * Parses and percent-decodes `user:password`; leaves out an empty user or password. Returns an empty object if the URL
 * has no login (`text` is undefined). Throws an `Error` for invalid percent-encoding, and for a login without a colon,
 * which some clients interpret as a user and others as a password.
 */
function readLogin(text: string | undefined): RedisLogin {
  if (text === undefined) return {};
  const [username = '', ...rest] = text.split(':');
  if (rest.length === 0)
    throw new Error('must have a colon before the password: redis://:password@host');
  const password = decode(rest.join(':'));
  return {
    ...(username !== '' && { username: decode(username) }),
    ...(password !== '' && { password }),
  };
}

function readNodes(text: string, defaultPort: number): RedisNode[] {
  return text.split(',').map((node) => {
    const [, ipv6, name, port] =
      /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(node) ?? [];
    const host = ipv6 ?? name;
    if (host === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) {
      throw new Error(
        'must name hosts as host, host:port or [IPv6 address]:port, separated by commas',
      );
    }
    return { host, port: port === undefined ? defaultPort : Number(port) };
  });
}

function readDatabase(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (!/^\d{1,4}$/.test(text))
    throw new Error('must have the number of a database after the last /');
  return Number(text);
}

function refuse(part: string | undefined, message: string): void {
  if (part !== undefined) throw new Error(message);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % that is not percent-encoding: write %25');
  }
}

/**
 * Returns the passwords in a `REDIS_URL`, each as written and percent-decoded, so that a log can redact them: the text
 * after the colon of the login, and parameters such as `password`. Returns an empty list for a URL without passwords.
 * Accepts invalid URLs too, but misses the password of a login that contains an unencoded `/`, `?` or `#`.
 */
export function passwordsIn(url: string): readonly string[] {
  const inLogin = /\/\/[^:@/?#]*:([^/?#]*)@/.exec(url)?.slice(1) ?? [];
  const inQuery = [...url.matchAll(/[?&]\w*password=([^&#]*)/gi)].map(([, text = '']) => text);
  const passwords = [...inLogin, ...inQuery].flatMap((text) => [text, unescapePercent(text)]);
  return [...new Set(passwords)].filter((password) => password !== '');
}
