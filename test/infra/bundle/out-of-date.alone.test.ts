/** A bundle that is older than its sources; each test edits a copy of a bundled project. */
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { runBundle } from '../../../infra/bundle/command.ts';
import { runCommand } from '../../build/run-command.ts';
import type { ProcessEnd } from '../../build/run-process.ts';
import { bundleProject, copyBundled, runBundled } from '../../helpers/bundled-project.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const file = collectTeardowns();
const bundled = await bundleProject(file);
test.after.always(file.run);

const copy = (t: ExecutionContext) => copyBundled(t, bundled);

/** Runs `npm run bundle` on a project. */
function bundle(project: string, ...args: readonly string[]): Promise<ProcessEnd> {
  return runCommand((options, terminal) => runBundle(options, terminal, project), args);
}

const edits: Readonly<Record<string, (project: string) => Promise<void>>> = {
  'sync/command.ts': (project) => appendFile(join(project, 'sync/command.ts'), '// more\n'),
  'contract/locales.ts': (project) => rm(join(project, 'contract/locales.ts')),
  'package-lock.json': (project) => appendFile(join(project, 'package-lock.json'), '\n'),
  'infra/bundle/launchers.ts': async (project) => {
    const path = join(project, 'infra/bundle/launchers.ts');
    // The size stays the same.
    await writeFile(path, (await readFile(path, 'utf8')).replace('Written', 'written'));
  },
};

for (const [path, edit] of Object.entries(edits)) {
  test(`after a change of ${path} no program starts until it is bundled again`, async (t) => {
    const project = await copy(t);
    await edit(project);
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
  });
}

test('a copy of the project with other file times starts, and counts as up to date', async (t) => {
  const project = await copy(t);
  const { exitCode, stdout } = await runBundled(project, 'sync/main.ts', ['--help']);
  t.is(exitCode, 0);
  t.regex(stdout, /^Usage: npm run sync/);
  t.like(await bundle(project, '--check'), { exitCode: 0, stdout: 'bundle/ is up to date\n' });
});

test('bundling again after an edit replaces the programs and removes the old code', async (t) => {
  const project = await copy(t);
  const names = async () => (await readdir(join(project, 'bundle'), { recursive: true })).sort();
  const before = await names();
  const path = join(project, 'sync/command-line.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('Usage: npm', 'USAGE: npm'));
  t.like(await bundle(project), { exitCode: 0, stderr: '' });
  t.regex((await runBundled(project, 'sync/main.ts', ['--help'])).stdout, /^USAGE: npm run sync/);
  const after = await names();
  t.is(after.length, before.length);
  t.notDeepEqual(after, before);
  await writeFile(path, text);
  t.like(await bundle(project), { exitCode: 0, stderr: '' });
  const code = (all: readonly string[]) => all.filter((name) => !name.includes('code/sources-'));
  t.deepEqual(code(await names()), code(before), 'the same sources have the same code');
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

test('a source that cannot be bundled is named, and the previous bundle stays', async (t) => {
  const project = await copy(t);
  await appendFile(join(project, 'sync/main.ts'), 'const = 1;\n');
  const broken = await bundle(project);
  t.is(broken.exitCode, 1);
  t.regex(broken.stderr, /^cannot bundle: [\s\S]*sync\/main\.ts:\d+:\d+: ERROR/);
  const code = 'export const place = import.meta.resolve("./a.ts");\n';
  await writeFile(join(project, 'sync/main.ts'), code);
  t.regex((await bundle(project)).stderr, /import\.meta\.resolve has no meaning in a bundle; use /);
  t.true((await readdir(join(project, 'bundle/sync'))).includes('main.js'));
});
