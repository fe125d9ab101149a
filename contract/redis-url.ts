/**
 * `REDIS_URL`, as every program of the project reads it: one server, Sentinel or Cluster (decision 37).
 *
 *     redis://[user]:password@host:6379/0
 *     redis-sentinel://[user]:password@host1:26379,host2:26379/0#name-of-the-primary
 *     redis-cluster://[user]:password@host1:6379,host2:6379
 *     /run/redis/redis.sock
 *
 * `rediss`, `rediss-sentinel` and `rediss-cluster` are the same over TLS. The first is the provisional
 * registration of the scheme with IANA; the second is Lettuce's.
 */

/** The server where none is named. */
export const defaultRedisUrl = 'redis://127.0.0.1:6379';

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** What a node asks of whoever connects; the members are named as ioredis names its options. */
export interface RedisLogin {
  readonly username?: string;
  readonly password?: string;
  /** There for TLS, with nothing to set: authorities are Node's (`NODE_EXTRA_CA_CERTS` adds one). */
  readonly tls?: Record<string, never>;
}

/** Where Redis is. `options` are ioredis's own for that way of running it. */
export type RedisPlace =
  | {
      readonly kind: 'server';
      readonly options: RedisLogin &
        (RedisNode | { readonly path: string }) & { readonly db: number };
    }
  | {
      readonly kind: 'sentinel';
      readonly options: RedisLogin & {
        readonly sentinels: RedisNode[];
        /** The name that the Sentinels know the primary by. */
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

type Parts = Readonly<Record<'scheme' | 'hosts', string>> &
  Readonly<Partial<Record<'login' | 'db' | 'query' | 'name', string>>>;

/**
 * Reads the address of Redis. Throws an `Error` that says what is wrong and what to write, and repeats
 * nothing of the address: it may hold a password.
 */
export function parseRedisUrl(text: string): RedisPlace {
  if (text.startsWith('/')) return { kind: 'server', options: { path: text, db: 0 } };
  const parts = pattern.exec(text)?.groups as Parts | undefined;
  if (parts === undefined) {
    throw new Error(
      'must begin with redis://, rediss://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be the path of a socket; @, / and # in a password are written %40, %2F and %23',
    );
  }
  const login = {
    ...readLogin(parts.login),
    ...(parts.scheme.startsWith('rediss') && { tls: {} }),
  };
  if (parts.scheme.endsWith('-sentinel')) return toSentinel(parts, login);
  refuse(parts.query, 'a query (what follows ?) is known for Sentinel only');
  refuse(parts.name, 'a name (what follows #) is known for Sentinel only');
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

/** Hosts and ports alone, for messages. */
export function describeRedis(place: RedisPlace): string {
  if (place.kind === 'cluster') return `Cluster ${list(place.nodes)}`;
  if (place.kind === 'sentinel') {
    return `"${place.options.name}" of Sentinel ${list(place.options.sentinels)}`;
  }
  return 'path' in place.options ? place.options.path : list([place.options]);
}

function list(nodes: readonly RedisNode[]): string {
  return nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join();
}

function toSentinel({ hosts, db, query, name }: Parts, login: RedisLogin): RedisPlace {
  if (!name) throw new Error('must end in # and the name that the Sentinels know the primary by');
  const asked = new URLSearchParams(query);
  const known = {
    sentinelUsername: asked.get('username'),
    sentinelPassword: asked.get('password'),
  };
  if ([...asked.keys()].some((key) => key !== 'username' && key !== 'password')) {
    throw new Error('a query may hold username and password of the Sentinels only');
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

/** A login without a colon is a user to some clients and a password to others: it is refused. */
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
        'must name hosts as host, host:port or [IPv6 address]:port, with commas between',
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
    throw new Error('has a % that is no percent-encoding: write it %25');
  }
}
