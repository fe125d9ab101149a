/** `npm run publish`: loads the current release's net prices into Redis and activates it. */
import { parseArgs } from 'node:util';
import type { Terminal } from '../../console/terminal.ts';
import { defaultRedisUrl } from '../../contract/redis-url.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';

const usage = `Usage: npm run publish [-- --out DIR]

Loads the net prices of DIR/current into Redis and makes that release the active one.

  --out DIR   the build's output folder (default: dist)

The server is REDIS_URL (default: ${defaultRedisUrl}).
`;

/** Runs `npm run publish`. Returns 1 if the release was not published, with the reason on standard error. */
export async function runPublish(args: string[], terminal: Terminal): Promise<number> {
  try {
    terminal.stdout.write(await run(args, terminal.env['REDIS_URL'] ?? defaultRedisUrl));
    return 0;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const hint = code === 'ENOENT' ? ' (is there a release? run npm run build)' : '';
    terminal.stderr.write(`not published: ${message}${hint}\n`);
    return 1;
  }
}

/** Publishes and returns the text to print. */
async function run(args: string[], redisUrl: string): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string', default: 'dist' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return usage;
  const redis = await connect(redisUrl);
  try {
    const { release, tiers } = await publish(values.out, redis);
    return `published ${release}: net prices of ${tiers.join(', ')}\n`;
  } finally {
    redis.disconnect();
  }
}
