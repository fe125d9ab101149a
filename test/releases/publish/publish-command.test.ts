import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { runPublish } from '../../../releases/publish/publish-command.ts';
import { build } from '../../build/released-files.ts';
import { runCommand } from '../../build/run-command.ts';
import { makeFolder } from '../../helpers/content.ts';
import { startRedis } from '../../helpers/redis-server.ts';

test('publishing prints the release and its tiers, and exits with 0', async (t) => {
  const { url, client: redis } = await startRedis(t);
  const { out, manifest } = await build(t);
  const end = await runCommand(runPublish, ['--out', out], { REDIS_URL: url });
  const stdout = `published ${manifest.release}: net prices of A1, A3\n`;
  t.deepEqual(end, { exitCode: 0, stdout, stderr: '' });
  t.is(await redis.get('{catalog}:release'), manifest.release);
});

test('without Redis publishing prints one line that names the server, and fails', async (t) => {
  const { out } = await build(t);
  const port = await findPort('127.0.0.1', 0);
  const environment = { REDIS_URL: `redis://127.0.0.1:${port}` };
  const { exitCode, stdout, stderr } = await runCommand(runPublish, ['--out', out], environment);
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(stderr, new RegExp(`^not published: .*${port}.*\\n$`));
});

test('without a release publishing prints one line with the remedy, and fails', async (t) => {
  const { url } = await startRedis(t);
  const args = ['--out', await makeFolder(t)];
  const { exitCode, stderr } = await runCommand(runPublish, args, { REDIS_URL: url });
  t.is(exitCode, 1);
  t.regex(stderr, /^not published: .+ \(is there a release\? run npm run build\)\n$/);
});

test('an invalid option fails, and --help exits with 0', async (t) => {
  const bad = await runCommand(runPublish, ['--outt', 'x']);
  t.is(bad.exitCode, 1);
  t.regex(bad.stderr, /^not published: .*--outt/);
  const help = await runCommand(runPublish, ['--help']);
  t.is(help.exitCode, 0);
  t.regex(help.stdout, /^Usage: npm run publish /);
});
