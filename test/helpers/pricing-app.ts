/** The pricing service over a real socket, a real Redis and a real release, with a clock that tests move. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { Manifest } from '../../contract/release.ts';
import { readCurrentManifest } from '../../infra/local/read-current.ts';
import { createRequestListener } from '../../pricing-service/app.ts';
import { answerClientErrors } from '../../pricing-service/client-errors.ts';
import { createKeyCheck } from '../../pricing-service/key-check.ts';
import { createLog } from '../../pricing-service/log.ts';
import {
  createRedisAccounts,
  createUseRecorder,
  createWithTimeout,
  subscribeToChanges,
} from '../../pricing-service/redis-accounts.ts';
import { addAccount, setAccount } from '../../pricing-service/registry/accounts.ts';
import { ChangeRefused } from '../../pricing-service/registry/failures.ts';
import { createKey, revokeKey } from '../../pricing-service/registry/keys.ts';
import { createReleases, type Releases } from '../../pricing-service/releases.ts';
import { createStoredAnswers } from '../../pricing-service/stored-answers.ts';
import { createTestAnswers } from '../../pricing-service/test-prices.ts';
import { createReconnectingClient } from '../../redis/connect.ts';
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
  readonly connection: Redis;
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
  const keys = createKeyCheck({
    ...{ store: createRedisAccounts(connection), withTimeout: createWithTimeout() },
    clocks: { monotonic: clock, wall: clock },
    onUse: createUseRecorder(connection, log),
  });
  const changes = subscribeToChanges(redis.url, connection, keys.forget, log);
  t.teardown(changes.stop);
  await changes.subscribed;
  const answer = createRequestListener({
    ...{ keys, baseUrl, log, answers: createStoredAnswers(releases, releases) },
    testAnswers: testKeys ? createTestAnswers(releases) : undefined,
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
  { client }: { readonly client: Redis },
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
export const answeredPaths = [...keyedPaths, '/v1/products/pricing.csv'] as const;
