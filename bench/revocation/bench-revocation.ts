/**
 * Measures the seconds from the revocation of a key to the first refused request, on a running stack (nginx,
 * pricing service, Redis): with the Redis channel that announces account changes, and without it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { hashApiKey } from '../../contract/api-key.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { programArguments } from '../program-arguments.ts';
import { readStackFacts, type StackFacts } from '../stack.ts';

/** The options of `npm run bench -- revocation`, which measures how soon a revoked key is refused. */
export interface RevocationOptions {
  /**
   * Number of measured revocations without the Redis channel that announces account changes. Ten times as many are
   * measured with the channel.
   */
  readonly rounds: number;
}

const askEveryMs = 20;

/**
 * Starts the stack with a small catalogue, and measures the seconds from a revocation to the first refused request: ten
 * times `rounds` revocations with the Redis channel that announces account changes, then `rounds` without it. Prints
 * the median and the longest time of each. Ends the stack. Rejects if the stack ends before it serves.
 */
export async function benchRevocation(
  { rounds }: RevocationOptions,
  print: (line: string) => void,
): Promise<void> {
  const args = programArguments('infra/local/stack.ts');
  const stack = spawn(process.execPath, [...args, '--content', 'test/fixtures/content'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stack, 'exit');
  try {
    const facts = await readStackFacts(stack.stdout);
    const redis = new Redis(facts.redisUrl);
    try {
      await measure({ ...facts, redis }, rounds, print);
    } finally {
      redis.disconnect();
    }
  } finally {
    stack.kill('SIGTERM');
    await ended;
  }
}

async function measure(
  { redis, address, key }: Omit<StackFacts, 'redisUrl'> & { readonly redis: Redis },
  rounds: number,
  print: (line: string) => void,
): Promise<void> {
  const record = redisKeys.key(hashApiKey(key));
  const account = (await redis.hget(record, 'account')) ?? '';
  let asked = 0;
  const ask = () => {
    asked += 1;
    // Limits count by address, so several loopback addresses take turns.
    return statusOf(`${address}/v1/products/TEE-1/pricing`, key, `127.9.0.${1 + (asked % 50)}`);
  };
  const until = async (status: number) => {
    while ((await ask()) !== status) await wait(askEveryMs);
  };
  /**
   * Waits until the key is accepted, revokes it as the keys command does, and returns the seconds until the
   * first request is refused. Then restores the key.
   */
  const secondsToRefuse = async () => {
    await until(200);
    const begun = performance.now();
    const revokedAt = new Date(Date.now() - 1000).toISOString();
    await redis
      .multi()
      .hset(record, { revokedAt })
      .publish(redisKeys.accountChanges, account)
      .exec();
    await until(401);
    const took = (performance.now() - begun) / 1000;
    await redis.multi().hdel(record, 'revokedAt').publish(redisKeys.accountChanges, account).exec();
    return took;
  };

  const pushed: number[] = [];
  for (let round = 0; round < rounds * 10; round += 1) pushed.push(await secondsToRefuse());
  print(describe('pushed', pushed));

  await until(200);
  await redis.acl('SETUSER', 'default', '-subscribe');
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  const cut: number[] = [];
  for (let round = 0; round < rounds; round += 1) cut.push(await secondsToRefuse());
  print(describe('channel cut', cut));
}

function statusOf(url: string, key: string, localAddress: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` };
    get(url, { headers, localAddress, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}

function describe(how: string, seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(3);
  return `revocation to refusal, ${how}: median ${at(0.5)} s, longest ${at(1)} s (${seconds.length} revocations)`;
}
