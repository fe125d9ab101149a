/** Bundled programs do the same as their TypeScript, in a copy of the project with the files of a server. */
import { join } from 'node:path';
import test from 'ava';
import { generateCatalogue } from '../../../bench/build/generate-catalogue.ts';
import { programs } from '../../../infra/bundle/programs.ts';
import { currentFiles } from '../../build/released-files.ts';
import { type ProcessEnd, runScript } from '../../build/run-process.ts';
import { bundleProject, runBundled } from '../../helpers/bundled-project.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const file = collectTeardowns();
const project = await bundleProject(file);
test.after.always(file.run);

for (const program of programs.filter((path) => path !== 'pricing-service/main.ts')) {
  test(`the bundled program ${program} prints its usage`, async (t) => {
    const { exitCode, stdout, stderr } = await runBundled(project, program, ['--help']);
    t.deepEqual([exitCode, stderr], [0, '']);
    t.regex(stdout, /^Usage: npm run \w+/);
  });
}

/** Returns the exit code of a build, and the release id and numbers of rendered and reused documents that it prints. */
function summaryOf({ exitCode, stdout }: ProcessEnd): Readonly<Record<string, unknown>> {
  const [, release] = /^release (\w+):/m.exec(stdout) ?? [];
  const [, rendered, reused] = /documents: \d+, (\d+) rendered, (\d+) reused/.exec(stdout) ?? [];
  return { exitCode, release, rendered: Number(rendered), reused: Number(reused) };
}

test('the bundled build and its threads make the same release as the TypeScript build, and reuse its products', async (t) => {
  const folder = await makeFolder(t);
  const content = join(folder, 'content');
  // So many products that a build uses its threads.
  await generateCatalogue(content, 20);
  const hook = `import { isMainThread } from 'node:worker_threads';
    import { writeSync } from 'node:fs';
    if (!isMainThread) writeSync(2, 'a thread\\n');`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
  const args = (out: string) => ['--content', content, '--out', join(folder, out)];
  const typescript = await runScript('build/main.ts', args('a'), { NODE_OPTIONS });
  const bundled = await runBundled(project, 'build/main.ts', args('b'), { NODE_OPTIONS });
  t.regex(typescript.stderr, /^a thread$/m);
  t.regex(bundled.stderr, /^a thread$/m);
  const made = summaryOf(typescript);
  t.like(made, { exitCode: 0, reused: 0 });
  t.deepEqual(summaryOf(bundled), made);
  const files = await currentFiles(join(folder, 'a'));
  t.true(files.length > 100);
  t.deepEqual(await currentFiles(join(folder, 'b')), files);
  const again = summaryOf(await runBundled(project, 'build/main.ts', args('a')));
  t.deepEqual(again, { ...made, rendered: 0, reused: made['rendered'] });
});

test('the bundled module for the thread that checks stored objects has its task', async (t) => {
  const module = join(project, 'bundle/build/output/damaged-objects.js');
  const names = ['0'.repeat(30)];
  const { damagedObjects } = (await import(
    module
  )) as typeof import('../../../build/output/damaged-objects.ts');
  t.deepEqual(damagedObjects({ out: await makeFolder(t), names }), names);
});

test('the stack of a bundled program names lines of TypeScript files', async (t) => {
  const settings = { PRICING_PORT: 'none' };
  const { exitCode, stdout } = await runBundled(project, 'pricing-service/main.ts', [], settings);
  t.is(exitCode, 1);
  const { event, stack } = JSON.parse(stdout) as Record<string, string>;
  t.is(event, 'not_started');
  t.regex(stack ?? '', new RegExp(`at readConfig \\(${project}/pricing-service/config\\.ts:\\d+:`));
});

test('the bundled deploy loads net prices into Redis, and the bundled keys command creates accounts and keys', async (t) => {
  const { url: REDIS_URL } = await startRedis(t);
  const args = ['--content', fixtureContent, '--out', await makeFolder(t)];
  const deployed = await runBundled(project, 'releases/deploy/main.ts', args, { REDIS_URL });
  t.regex(deployed.stdout, /release \w+ is current; net prices of .* loaded/, deployed.stderr);
  const keys = (...args: readonly string[]) =>
    runBundled(project, 'pricing-service/keys-command/main.ts', args, { REDIS_URL });
  const added = await keys(
    'account',
    'add',
    'acme',
    '--name',
    'Acme',
    '--tier',
    'A3',
    '--program',
    'linked',
  );
  t.is(added.exitCode, 0, added.stderr);
  t.regex((await keys('account', 'list')).stdout, /\bacme\b/);
  t.regex((await keys('key', 'create', 'acme', '--label', 'shop')).stdout, /\bppc_\w{38}\b/);
});
