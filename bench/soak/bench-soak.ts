/**
 * Checks that bad keys do not fill the memory of the pricing service: sends it different unknown keys for minutes, with
 * a real Redis. Memory after a full garbage collection must not grow with the number of keys.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { createApiKey } from '../../contract/api-key.ts';
import type { StartServer } from '../../infra/local/servers.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { startPricingService } from '../../infra/local/start-pricing-service.ts';
import { startRedis } from '../../infra/local/start-redis.ts';
import { createEndSignal, endProcess } from '../end-process.ts';
import { ratio } from '../ratio.ts';

/** The options of `npm run bench -- soak`, which measures the memory of the pricing service under many unknown keys. */
export interface SoakOptions {
  /** Total number of distinct keys. */
  readonly keys: number;
  /** The keys are sent over at least this number of seconds. */
  readonly seconds: number;
}

interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

const connections = 32;
const samples = 20;
const reporter = fileURLToPath(new URL('report-memory.js', import.meta.url));

/**
 * Sends `keys` different unknown API keys to a pricing service, spread over at least `seconds`. Measures the service's
 * memory 20 times and prints a line each time; at the end, prints the ratio of the last heap size to that after the
 * first tenth of the keys. Ends the service and its Redis. Rejects if the service does not start, or if it answers a
 * request with another status than 401 and 503.
 */
export async function benchSoak(
  { keys, seconds }: SoakOptions,
  print: (line: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-soak-'));
  const children: ChildProcess[] = [];
  const ending = createEndSignal();
  const startServer: StartServer = (name, command, args, environment) => {
    const isService = name === 'pricing-service';
    const child = spawn(command, isService ? ['--import', reporter, ...args] : args, {
      env: childEnvironment(environment),
      stdio: ['ignore', 'pipe', 'inherit', isService ? 'ipc' : 'ignore'],
    }) as unknown as ReturnType<StartServer>;
    children.push(child);
    return ending.watch(child);
  };
  try {
    const redisUrl = await startRedis(startServer, { folder, stop: ending.signal });
    const settings = { REDIS_URL: redisUrl, DIST_DIR: folder };
    const { port } = await startPricingService(startServer, settings);
    for (const { stdout } of children) stdout?.resume();
    const service = children.at(-1) as ChildProcess;
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
    const measured: Memory[] = [];
    let unavailable = 0;
    const begun = performance.now();
    for (let sample = 1; sample <= samples; sample += 1) {
      unavailable += await sendKeys(pool, keys / samples);
      const elapsed = performance.now() - begun;
      await wait(Math.max(0, (sample / samples) * seconds * 1000 - elapsed));
      const memory = await memoryOf(service);
      measured.push(memory);
      print(
        `soak ${Math.round((sample / samples) * keys)} keys ${tell(memory)} ${tellTime(begun)}`,
      );
    }
    await pool.close();
    // Memory that the first requests allocate exists after a tenth: compiled code, filled caches.
    const first = measured[samples / 10 - 1];
    const last = measured.at(-1);
    if (first === undefined || last === undefined) throw new Error('nothing was measured');
    const figures = `≤ 1.1; ${tell(last)}; ${tell(first)} after a tenth of ${keys} keys; ${unavailable} got 503`;
    print(ratio('soak-heap-end-to-begin', last.heapUsed / first.heapUsed, figures));
  } finally {
    for (const child of children.reverse()) await endProcess(child);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Sends `count` keys once each: of every five, four are well-formed and one has a wrong checksum. Returns the number of
 * answers with status 503, which the service sends if Redis answers too late on a busy machine. Throws if an answer has
 * any status but 401 and 503.
 */
async function sendKeys(pool: Pool, count: number): Promise<number> {
  let left = Math.round(count);
  let unavailable = 0;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const made = createApiKey(randomBytes);
      const key = left % 5 === 0 ? `${made.slice(0, -1)}${made.endsWith('0') ? '1' : '0'}` : made;
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: '/v1/products/TEE100/pricing',
        headers: { authorization: `Bearer ${key}` },
      });
      await body.dump();
      if (statusCode === 503) unavailable += 1;
      else if (statusCode !== 401) throw new Error(`a key that nobody was given got ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  return unavailable;
}

async function memoryOf(child: ChildProcess): Promise<Memory> {
  const answer = once(child, 'message');
  child.send('memory');
  const [memory] = (await answer) as [Memory];
  return memory;
}

function tell({ heapUsed, rss }: Memory): string {
  return `heap ${(heapUsed / 2 ** 20).toFixed(1)} MiB, resident ${(rss / 2 ** 20).toFixed(0)} MiB`;
}

function tellTime(begun: number): string {
  return `after ${Math.round((performance.now() - begun) / 1000)} s`;
}
