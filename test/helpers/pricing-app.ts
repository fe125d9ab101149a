/** The pricing service over a real socket, a real Redis and a real release, with a clock that tests move. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Manifest } from '../../contract/release.ts';
import { readCurrentManifest } from '../../infra/local/read-current.ts';
import type { AccountStore } from '../../pricing-service/accounts/account-store.ts';
import { createRedisAccountStore } from '../../pricing-service/accounts/redis-account-store.ts';
import { createRedisVerifier } from '../../pricing-service/accounts/redis-verifier.ts';
import { addAccount, setAccount } from '../../pricing-service/accounts/registry/accounts.ts';
import { ChangeRefused } from '../../pricing-service/accounts/registry/failures.ts';
import { createKey, revokeKey } from '../../pricing-service/accounts/registry/keys.ts';
import { createRequestListener } from '../../pricing-service/app.ts';
import { answerClientErrors } from '../../pricing-service/client-errors.ts';
import { createLog } from '../../pricing-service/log.ts';
import { createReleases, type Releases } from '../../pricing-service/releases.ts';
import { createReleasedPrices, createStoredAnswers } from '../../pricing-service/stored-answers.ts';
import { createTestAnswers } from '../../pricing-service/test-prices.ts';
import { createReconnectingClient, type RedisConnection } from '../../redis/connect.ts';
import { deploy } from '../../releases/deploy/deploy.ts';
import { baseUrl, fixtureContent, makeFolder } from './content.ts';
import { copyFixtureRelease } from './fixture-release.ts';
import { type Client, createClient } from './http-client.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import type { Teardown } from './teardown.ts';

/** A clock that moves only by `advance`. A call returns its time in milliseconds. */
export interface ManualClock {
  (): number;
  advance(milliseconds: number): void;
}

/** Creates a clock that starts at 1,000,000 ms. */
export function createManualClock(): ManualClock {
  let now = 1_000_000;
  const clock = () => now;
  return Object.assign(clock, {
    advance(milliseconds: number) {
      now += milliseconds;
    },
  });
}

/**
 * Returns a store whose replies lack the time of Redis, because that time would contradict a clock that the
 * test moves.
 */
export function withoutTime<Store extends AccountStore>(store: Store): Store {
  return {
    ...store,
    findKey: async (keyHash: string) => ({ record: (await store.findKey(keyHash)).record }),
  };
}

/**
 * Compiles a content folder, by default the fixture's, into the output folder `out`; returns the release's manifest.
 */
export async function compileInto(out: string, content = fixtureContent): Promise<Manifest> {
  // Most tests compile the fixture into a new folder.
  const isCopied = content === fixtureContent && !existsSync(out);
  const compilation = isCopied
    ? await copyFixtureRelease(out)
    : await deploy({ content, out, baseUrl });
  return compilation.manifest;
}

/** Creates an output folder whose current release has the tiers A1 and A3, and no other data. */
export async function makeTiers(t: Teardown): Promise<string> {
  const out = await makeFolder(t);
  await mkdir(join(out, 'current'));
  await writeFile(join(out, 'current/manifest.json'), JSON.stringify({ tiers: ['A1', 'A3'] }));
  return out;
}

/** A pricing service in the process of the test, with its Redis, its release and its clock. */
export interface PricingApp {
  readonly client: Client;
  readonly port: number;
  readonly clock: ManualClock;
  readonly redis: RedisServer;
  /** The service's connection to Redis. */
  readonly connection: RedisConnection;
  /** Output folder of the build. */
  readonly out: string;
  readonly manifest: Manifest;
  readonly releases: Releases;
  /** The lines that the service has logged so far, each a JSON object as text. */
  readonly logged: readonly string[];
}

/**
 * Starts the service in this process, with a Redis (`settings` are its `--name value` settings) and the compiled
 * fixture catalogue, or with those given in `out` and `redis`. With `testKeys: false`, test keys are disabled.
 */
export async function startPricingApp(
  t: Teardown,
  {
    testKeys = true,
    settings = [] as readonly string[],
    ...given
  }: {
    readonly testKeys?: boolean;
    readonly settings?: readonly string[];
    readonly out?: string;
    readonly redis?: RedisServer;
  } = {},
): Promise<PricingApp> {
  const out = given.out ?? join(await makeFolder(t), 'dist');
  const [manifest, redis] = await Promise.all([
    given.out === undefined ? compileInto(out) : readCurrentManifest(out),
    given.redis ?? startRedis(t, ...settings),
  ]);
  const clock = createManualClock();
  const logged: string[] = [];
  const log = createLog({ write: (line) => logged.push(line) });
  const connection = createReconnectingClient(redis.url, (error) =>
    log.error('redis_error', error),
  );
  t.teardown(() => connection.disconnect());
  await once(connection, 'ready');
  const releases = createReleases(out);
  const accounts = withoutTime(createRedisAccountStore(connection));
  const verifier = createRedisVerifier(accounts, redis.url, log, { clock });
  t.teardown(() => verifier.stop());
  await verifier.subscribed;
  const answer = createRequestListener({
    verifier,
    answers: createStoredAnswers(releases, createReleasedPrices(releases)),
    testAnswers: testKeys ? createTestAnswers(releases) : undefined,
    baseUrl,
    log,
  });
  const server = createServer({ requireHostHeader: false }, answer);
  answerClientErrors(server, baseUrl);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ client: createClient(port), port, clock, redis, connection, out, manifest },
    ...{ releases, logged },
  };
}

/**
 * Resolves when the service's connection to Redis is next ready, or is next closed. Does not reject for errors of the
 * connection.
 */
export function nextState({ connection }: PricingApp, state: 'close' | 'ready'): Promise<void> {
  return new Promise((resolve) => connection.once(state, () => resolve()));
}

/** The properties of an account, and whether its new key is revoked at once. */
export interface AccountFacts {
  readonly id?: string;
  readonly tier?: string;
  readonly distributorPricing?: boolean;
  readonly revoked?: boolean;
}

/**
 * Adds an account with these properties, or changes the existing one, and creates another key of the account. Revokes
 * the key if `revoked` is true. Returns the key.
 */
export async function addKey(
  { client }: { readonly client: RedisConnection },
  { id = 'acme', tier = 'A3', distributorPricing = true, revoked = false }: AccountFacts = {},
): Promise<string> {
  const author = { redis: client, by: 'test' };
  await addAccount(author, { id, name: id, tier, program: 'linked' }).catch((error: unknown) => {
    // The account exists.
    if (!(error instanceof ChangeRefused)) throw error;
  });
  await setAccount(author, id, { tier, distributorPricing });
  const issued = await createKey(author, { account: id, label: 'test' });
  if (revoked) await revokeKey(author, id, issued.id);
  return issued.key;
}

/** Returns the request headers that send a key. */
export function bearer(key: string): { authorization: string } {
  return { authorization: `Bearer ${key}` };
}

/** The path of the detail of a product in the fixture catalogue. */
export const detailPath = '/v1/products/TEE-1';

/** A path of each of the three routes of the service, for the fixture catalogue. */
export const keyedPaths = [detailPath, `${detailPath}/pricing`, '/v1/products/pricing'] as const;

/** Paths of all kinds of answers of the service: `keyedPaths`, and the prices of all products as CSV. */
export const answeredPaths = [...keyedPaths, '/v1/products/pricing?format=csv'] as const;
