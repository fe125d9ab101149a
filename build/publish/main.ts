/** `npm run publish`: loads the current release's net prices into Redis and activates it. */
import { parseArgs } from 'node:util';
import { defaultRedisUrl } from '../../contract/redis-url.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';

const usage = `Usage: npm run publish [-- --out DIR]

Loads the net prices of DIR/current into Redis and makes that release the active one.

  --out DIR   the build's output folder (default: dist)

The server is REDIS_URL (default: ${defaultRedisUrl}).
`;

try {
  await run(process.argv.slice(2), process.env['REDIS_URL'] ?? defaultRedisUrl);
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  const hint = code === 'ENOENT' ? ' (is there a release? run npm run build)' : '';
  process.stderr.write(`not published: ${message}${hint}\n`);
  process.exitCode = 1;
}

async function run(args: string[], redisUrl: string): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string', default: 'dist' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const redis = await connect(redisUrl);
  try {
    const { release, tiers } = await publish(values.out, redis);
    process.stdout.write(`published ${release}: net prices of ${tiers.join(', ')}\n`);
  } finally {
    redis.disconnect();
  }
}
