/**
 * Measures the cost of a catalogue by its number of products: deploys, disk, and memory of Redis and of the service.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../infra/local/run-build.ts';
import { openConnection } from '../../redis/connect.ts';
import { prepareNameEdit } from '../build/edit-content.ts';
import { generateCatalogue } from '../build/generate-catalogue.ts';
import { runNodeMeasured } from '../build/run-measured.ts';
import { startRedisProcess, startService } from '../pricing/world.ts';
import { programArguments } from '../program-arguments.ts';

const run = promisify(execFile);
const baseUrl = 'http://localhost';

/**
 * Starts an empty Redis, generates a catalogue in `folder`, deploys it, edits one name and deploys again. Returns a row
 * of a Markdown table: the number of products, the time, processor time and peak memory of the first deploy, the time
 * of the second, the disk space and the Redis memory that each deploy added, and the memory of the pricing service.
 * Ends Redis and the service.
 */
export async function sizeCosts(folder: string, products: number): Promise<string> {
  const [content, out] = [join(folder, 'content'), join(folder, 'dist')];
  await generateCatalogue(content, products);
  const redis = await startRedisProcess(folder);
  try {
    const deploy = () => {
      const args = ['--content', content, '--out', out, '--base-url', baseUrl];
      const command = [...programArguments('releases/deploy/main.ts'), ...args];
      return runNodeMeasured(command, projectFolder, { REDIS_URL: redis.url });
    };
    const used = async () => ({ disk: await diskOf(out), redis: await redisMemory(redis.url) });
    const empty = await redisMemory(redis.url);
    const first = await deploy();
    const afterFirst = await used();
    await (await prepareNameEdit(content, 0)).save();
    const second = await deploy();
    const afterSecond = await used();
    const cells = [
      products,
      `${first.seconds.toFixed(1)} s`,
      `${first.processorSeconds.toFixed(1)} s`,
      megabytes(first.peakBytes),
      `${second.seconds.toFixed(1)} s`,
      megabytes(afterFirst.disk),
      megabytes(afterSecond.disk - afterFirst.disk),
      megabytes(afterFirst.redis - empty),
      megabytes(afterSecond.redis - afterFirst.redis),
      megabytes(await serviceMemory(redis.url, out)),
    ];
    return `| ${cells.join(' | ')} |`;
  } finally {
    await redis.end();
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/**
 * Returns the disk space that a folder occupies, in bytes. A file with several hard links counts once.
 */
async function diskOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--block-size=1', folder]);
  return Number.parseInt(stdout, 10);
}

async function redisMemory(url: string): Promise<number> {
  const redis = await openConnection(url);
  try {
    return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  } finally {
    redis.disconnect();
  }
}

/**
 * Starts a pricing service and returns its resident memory in bytes as soon as it is ready. Ends the service.
 */
async function serviceMemory(redisUrl: string, out: string): Promise<number> {
  const service = await startService({ REDIS_URL: redisUrl, DIST_DIR: out, BASE_URL: baseUrl });
  try {
    const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  } finally {
    await service.end();
  }
}
