/**
 * Tests bundled programs in a copy of the project that has only the files of a server: they do the same as the
 * TypeScript programs, and refuse to start if a source has changed since; npm scripts then bundle them again.
 */
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { generateCatalogue } from '../../../bench/build/generate-catalogue.ts';
import { runBundle } from '../../../infra/bundle/command.ts';
import { programs } from '../../../infra/bundle/programs.ts';
import { currentFiles } from '../../build/released-files.ts';
import { runCommand } from '../../build/run-command.ts';
import { type ProcessEnd, runScript } from '../../build/run-process.ts';
import {
  bundleProject,
  copyBundled,
  runBundled,
  runLikeNpm,
  runProcess,
} from '../../helpers/bundled-project.ts';
import { makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { bearer } from '../../helpers/pricing-app.ts';
import { startPricingProcess } from '../../helpers/pricing-process.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { until } from '../../helpers/until.ts';

const file = collectTeardowns();
const project = await bundleProject(file);
test.after.always(file.run);

for (const program of programs.filter((path) => path !== 'pricing-service/main.ts')) {
  test(`the bundled program ${program} prints its usage`, async (t) => {
    const { exitCode, stdout, stderr } = await runBundled(project, program, ['--help']);
    t.deepEqual([exitCode, stderr], [0, '']);
    t.regex(stdout, /^Usage: npm (run )?\w+/);
  });
}

/** Returns the exit code of a build, and the release id and numbers of rendered and reused documents that it prints. */
function summaryOf({ exitCode, stdout }: ProcessEnd): Readonly<Record<string, unknown>> {
  const [, release] = /^release (\w+):/m.exec(stdout) ?? [];
  const [, rendered, reused] = /documents: \d+, (\d+) rendered, (\d+) reused/.exec(stdout) ?? [];
  return { exitCode, release, rendered: Number(rendered), reused: Number(reused) };
}

test('the bundled deploy and its threads make the same release as the TypeScript build, and keys and pricing service work with it', async (t) => {
  const folder = await makeFolder(t);
  const content = join(folder, 'content');
  // So many products that a build uses its threads.
  await generateCatalogue(content, 20);
  const hook = `import { isMainThread } from 'node:worker_threads';
    import { writeSync } from 'node:fs';
    if (!isMainThread) writeSync(2, 'a thread\\n');`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
  const args = (out: string) => ['--content', content, '--out', join(folder, out)];
  const { url: REDIS_URL } = await startRedis(t);
  const typescript = await runScript('build/main.ts', args('a'));
  const environment = { NODE_OPTIONS, REDIS_URL };
  const bundled = await runBundled(project, 'releases/deploy/main.ts', args('b'), environment);
  t.regex(bundled.stderr, /^a thread$/m);
  t.regex(bundled.stdout, /release \w+ is current; net prices of .* loaded/);
  const made = summaryOf(typescript);
  t.like(made, { exitCode: 0, reused: 0 });
  t.deepEqual(summaryOf(bundled), made);
  const files = await currentFiles(join(folder, 'a'));
  t.true(files.length > 100);
  t.deepEqual(await currentFiles(join(folder, 'b')), files);
  const again = summaryOf(await runBundled(project, 'build/main.ts', args('a')));
  t.deepEqual(again, { ...made, rendered: 0, reused: made['rendered'] });

  const keys = (line: string) =>
    runBundled(project, 'pricing-service/keys-command/main.ts', line.split(' '), { REDIS_URL });
  const added = await keys('account add acme --name Acme --tier A3 --program linked');
  t.is(added.exitCode, 0, added.stderr);
  const issued = await keys('key create acme --label shop');
  const [key = ''] = /\bppc_\w{38}\b/.exec(issued.stdout) ?? [];
  const program = [join(project, 'bundle/pricing-service/main.js')];
  const settings = { REDIS_URL, DIST_DIR: join(folder, 'b') };
  const service = startPricingProcess(t, settings, { program });
  const { port, metricsPort } = await service.listening();
  const operator = createClient(metricsPort);
  await until(async () => (await operator('/ready')).status === 200);
  const reply = await createClient(port)('/v1/products/pricing', { headers: bearer(key) });
  t.like(reply.json(), { release: made['release'], priceTier: 'A3' });
  service.child.kill('SIGTERM');
  t.deepEqual(await service.ended, [0, null]);
  t.is(service.entries.at(-1)?.['event'], 'stopped');
});

test('a build that cannot render pages because a newer bundle has replaced its code asks to be started again', async (t) => {
  const project = await copy(t);
  const code = join(project, 'bundle/code');
  const names = (await readdir(code)).filter((name) => name.startsWith('render-docs-'));
  t.is(names.filter((name) => name.endsWith('.js')).length, 1, names.join());
  for (const name of names) await rm(join(code, name));
  const folder = await makeFolder(t);
  const content = join(folder, 'content');
  await generateCatalogue(content, 2);
  const args = ['--content', content, '--out', join(folder, 'dist')];
  const { exitCode, stderr } = await runBundled(project, 'build/main.ts', args);
  t.deepEqual(
    [exitCode, stderr.split('\n').at(-2)],
    [1, 'the program was replaced while it ran, and cannot render pages; start it again'],
  );
  t.deepEqual(await readdir(join(folder, 'dist/releases')), []);
});

test('the bundled module of the thread that checks stored objects exports the function that the thread calls', async (t) => {
  const module = join(project, 'bundle/build/output/damaged-objects.js');
  const names = ['0'.repeat(30)];
  const { damagedObjects } = (await import(
    module
  )) as typeof import('../../../build/output/damaged-objects.ts');
  t.deepEqual(damagedObjects({ out: await makeFolder(t), names }), names);
});

test('the stack trace of an error in a bundled program names lines of TypeScript files', async (t) => {
  const settings = { PRICING_PORT: 'none' };
  const { exitCode, stdout } = await runBundled(project, 'pricing-service/main.ts', [], settings);
  t.is(exitCode, 1);
  const { event, stack } = JSON.parse(stdout) as Record<string, string>;
  t.is(event, 'not_started');
  t.regex(stack ?? '', new RegExp(`at readConfig \\(${project}/pricing-service/config\\.ts:\\d+:`));
});

/**
 * Copies the bundled project, with Node.js where an installation has it. Returns a function that runs `catalogue`, the
 * command of an installed machine, in the copy. As root on an installed machine, it would read that machine's settings.
 */
async function operatorsCommand(t: ExecutionContext) {
  const folder = await copy(t);
  await mkdir(join(folder, 'node/bin'), { recursive: true });
  await symlink(process.execPath, join(folder, 'node/bin/node'));
  return (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runProcess(join(folder, 'infra/catalogue'), args, env);
}

test('every command of an installed machine prints its usage', async (t) => {
  const catalogue = await operatorsCommand(t);
  const { stdout } = await catalogue(['--help']);
  const commands = Array.from(stdout.matchAll(/^ {2}(\w+) /gm), ([, name]) => name as string);
  t.true(commands.length >= 7, stdout);
  for (const command of commands) {
    const help = await catalogue([command, '--help'], { BASE_URL: 'https://api.example.com' });
    t.deepEqual([help.exitCode, help.stderr], [0, ''], command);
    t.regex(help.stdout, /^Usage: npm (run )?\w+/);
  }
});

test('an installed machine makes the keys of releases', async (t) => {
  const catalogue = await operatorsCommand(t);
  const folder = await makeFolder(t);
  const [RELEASE_KEY, RELEASE_PUBLIC_KEY] = [join(folder, 'key'), join(folder, 'public')];
  const made = await catalogue(['release', 'keygen'], { RELEASE_KEY, RELEASE_PUBLIC_KEY });
  t.deepEqual([made.exitCode, made.stderr], [0, '']);
  t.regex(await readFile(RELEASE_KEY, 'utf8'), /PRIVATE KEY/);
  t.regex(await readFile(RELEASE_PUBLIC_KEY, 'utf8'), /PUBLIC KEY/);
});

/** Copies the bundled project for a test that changes it. */
const copy = (t: ExecutionContext) => copyBundled(t, project);

/** Runs `npm run bundle` on a project. */
function bundle(project: string, ...args: readonly string[]): Promise<ProcessEnd> {
  return runCommand((options, terminal) => runBundle(options, terminal, project), args);
}

const edits: Readonly<Record<string, (text: string) => string | undefined>> = {
  'sync/command.ts': (text) => `${text}// more\n`,
  // Is removed.
  'contract/locales.ts': () => undefined,
  'package-lock.json': (text) => `${text}\n`,
  // The size stays the same.
  'infra/bundle/launchers.ts': (text) => text.replace('Written', 'written'),
};

test('after a change of a source no program starts until it is bundled again', async (t) => {
  const project = await copy(t);
  for (const [path, edit] of Object.entries(edits)) {
    const source = join(project, path);
    const text = await readFile(source, 'utf8');
    const edited = edit(text);
    await (edited === undefined ? rm(source) : writeFile(source, edited));
    for (const program of ['sync/main.ts', 'pricing-service/main.ts']) {
      t.deepEqual(await runBundled(project, program, ['--help']), {
        exitCode: 1,
        stdout: '',
        stderr: `bundle/ is out of date: ${path} has changed since; run npm run bundle in ${project}\n`,
      });
    }
    const check = await bundle(project, '--check');
    t.is(check.exitCode, 1);
    t.is(check.stderr, `bundle/ is out of date: ${path} has changed; run npm run bundle\n`);
    await writeFile(source, text);
  }
});

test('in a copy of the project with other modification times, programs start and the bundle counts as up to date', async (t) => {
  const project = await copy(t);
  const { exitCode, stdout } = await runBundled(project, 'sync/main.ts', ['--help']);
  t.is(exitCode, 0);
  t.regex(stdout, /^Usage: npm run sync/);
  t.like(await bundle(project, '--check'), { exitCode: 0, stdout: 'bundle/ is up to date\n' });
});

test('an npm script bundles the project after an edit, without a bundle, and if a file of the bundle is missing; old code is removed', async (t) => {
  const project = await copy(t);
  const names = async () => (await readdir(join(project, 'bundle'), { recursive: true })).sort();
  const usage = async () => {
    const { exitCode, stdout, stderr } = await runLikeNpm(project, 'sync/main.ts', ['--help']);
    t.deepEqual([exitCode, stderr], [0, '']);
    return /^usage: npm run sync/i.exec(stdout)?.[0];
  };
  const before = await names();
  const path = join(project, 'sync/command-line.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('Usage: npm', 'USAGE: npm'));
  t.is(await usage(), 'USAGE: npm run sync');
  t.like(await bundle(project, '--check'), { exitCode: 0 });
  const after = await names();
  t.is(after.length, before.length);
  t.notDeepEqual(after, before);
  await rm(join(project, 'bundle'), { recursive: true });
  await writeFile(path, text);
  t.is(await usage(), 'Usage: npm run sync');
  const code = (all: readonly string[]) => all.filter((name) => !name.includes('code/sources-'));
  t.deepEqual(code(await names()), code(before), 'the same sources have the same code');
  for (const file of [/^code\/sources-/, /^code\/infra\.bundle\.launch-.*\.js$/]) {
    await rm(join(project, 'bundle', (await names()).find((name) => file.test(name)) ?? ''));
    t.is(await usage(), 'Usage: npm run sync');
  }
});

test('a check without a bundle names the missing program', async (t) => {
  const project = await copy(t);
  await rm(join(project, 'bundle'), { recursive: true });
  t.like(await bundle(project, '--check'), {
    exitCode: 1,
    stderr: 'bundle/build/main.js is missing; run npm run bundle\n',
  });
});

test('libraries of another version than package-lock.json names are not bundled', async (t) => {
  const project = await copy(t);
  const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
  lock.packages['node_modules/koa'].version = '99.0.0';
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock));
  const { exitCode, stderr } = await bundle(project);
  t.is(exitCode, 1);
  t.regex(
    stderr,
    /^node_modules\/koa is \S+, and package-lock\.json has 99\.0\.0; run npm ci first\n$/,
  );
});

test('sources that cannot be bundled are named, and the previous bundle stays', async (t) => {
  const project = await copy(t);
  await appendFile(join(project, 'sync/main.ts'), 'const = 1;\n');
  const code = 'export const place = import.meta.resolve("./a.ts");\n';
  await writeFile(join(project, 'releases/main.ts'), code);
  const { exitCode, stderr } = await bundle(project);
  t.is(exitCode, 1);
  t.regex(stderr, /^cannot bundle: [\s\S]*sync\/main\.ts:\d+:\d+: ERROR/);
  t.regex(stderr, /import\.meta\.resolve has no meaning in a bundle; use /);
  t.true((await readdir(join(project, 'bundle/sync'))).includes('main.js'));
});

test('an npm script passes on arguments and the exit code', async (t) => {
  const args = ['--content', join(project, 'missing'), '--out', await makeFolder(t)];
  const { exitCode, stderr } = await runLikeNpm(project, 'build/main.ts', args);
  t.is(exitCode, 1);
  t.regex(stderr, /missing/);
});

test('an npm script whose sources cannot be bundled says why and does not run', async (t) => {
  const project = await copy(t);
  await appendFile(join(project, 'sync/main.ts'), 'const = 1;\n');
  const { exitCode, stdout, stderr } = await runLikeNpm(project, 'sync/main.ts', ['--help']);
  t.deepEqual([exitCode, stdout], [1, '']);
  t.regex(stderr, /^cannot bundle: [\s\S]*sync\/main\.ts:\d+:\d+: ERROR/);
});

test('an npm script runs TypeScript if the project folder is read-only and its bundle is outdated', async (t) => {
  const project = await copy(t);
  await appendFile(join(project, 'sync/main.ts'), '// more\n');
  await chmod(dirname(project), 0o755);
  await chmod(project, 0o555);
  // Root may write everywhere, so the script runs as another user.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  const { exitCode, stdout, stderr } = await runLikeNpm(project, 'sync/main.ts', ['--help'], {
    uid,
  });
  await chmod(project, 0o755);
  t.regex(stdout, /^Usage: npm run sync/);
  t.is(exitCode, 0);
  t.is(
    stderr,
    `bundle/ is missing or out of date, and ${project}/ is read-only: sync/main.ts starts a second later\n`,
  );
});
