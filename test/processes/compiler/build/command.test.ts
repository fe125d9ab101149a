/** `npm run build`: what it prints, and what it refuses. */
import { readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { Finding } from '../../../../build/content/findings/finding.ts';
import { copyContent, fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { buildWithoutPages, deployWithoutPages, runCommand } from '../../../helpers/run-command.ts';
import type { ProcessEnd } from '../../../helpers/run-process.ts';

const run = (...args: readonly string[]): Promise<ProcessEnd> =>
  runCommand(buildWithoutPages, args);

test.serial('a build, also of a link to a folder, prints the release and lists', async (t) => {
  const out = await makeFolder(t);
  const content = join(await makeFolder(t), 'content');
  await symlink((await copyContent(t)).path, content);
  const { exitCode, stdout, stderr } = await run('--content', content, '--out', out);
  t.is(stderr, '');
  t.is(exitCode, 0);
  const [, release] = /^release ([0-9a-f]{16}): 5 products\n/.exec(stdout) ?? [];
  t.is(await readlink(join(out, 'current')), `releases/${release}`);
  const line = /^ {2}list (..-..): identity [\d.]+ kB, gzip [\d.]+ kB, br [\d.]+ kB$/gm;
  t.deepEqual(
    [...stdout.matchAll(line)].map(([, locale]) => locale),
    ['en-CA', 'en-US', 'fr-CA'],
  );
});

test.serial('invalid content prints each mistake, fails and makes no release', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await folder.remove('tags.json');
  const out = await makeFolder(t);
  const { exitCode, stdout, stderr } = await run('--content', folder.path, '--out', out);
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(
    stderr,
    /inventory\.csv:7:14 \(row 7, column quantity\) error csv\/wrong-cell: "none" .+\n/,
  );
  t.true(stderr.includes('\n> 7 | TEE-1,navy,M,none\n    |              ^^^^\n'));
  t.regex(stderr, /\n.+tags\.json error file\/unreadable: .+\n\n2 errors; nothing was released\n$/);
  t.deepEqual((await readdir(out)).sort(), ['objects', 'releases']);
  t.deepEqual(await readdir(join(out, 'releases')), []);
});

test.serial('a content folder that does not exist is reported in one line', async (t) => {
  const out = await makeFolder(t);
  for (const content of [join(out, 'contnet'), join(fixtureContent, 'catalogue.json')]) {
    const { exitCode, stderr } = await run('--content', content, '--out', out);
    t.is(exitCode, 1);
    t.is(stderr, `${content} is not a folder; give --content the content folder\n`);
  }
});

test.serial('findings can be printed as JSON and as GitHub annotations', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  const args = ['--content', folder.path, '--out', await makeFolder(t)];
  const json = await run(...args, '--format', 'json');
  t.like(json, { exitCode: 1, stderr: '' });
  const { release, findings } = JSON.parse(json.stdout) as { release: null; findings: Finding[] };
  t.is(release, null);
  t.like(findings, [{ rule: 'csv/wrong-cell', file: 'inventory.csv', line: 7, row: 7 }]);
  const { exitCode, stdout } = await run(...args, '--format', 'github');
  t.is(exitCode, 1);
  t.regex(stdout, /^::error file=.*inventory\.csv,line=7,col=\d+,.*title=csv\/wrong-cell::/m);
});

test.serial('a warning is printed; only with --strict it makes the build fail', async (t) => {
  const folder = await copyContent(t);
  await folder.write('products/TEE-9.jsn', '{}');
  const args = ['--content', folder.path, '--out', await makeFolder(t)];
  const lenient = await run(...args);
  t.is(lenient.exitCode, 0);
  t.regex(lenient.stdout, /^release /);
  t.regex(lenient.stderr, /TEE-9\.jsn warning catalogue\/unexpected-file: [\s\S]*\n1 warning\n$/);
  const strict = await run(...args, '--strict');
  t.is(strict.exitCode, 1);
  t.is(strict.stdout, '');
  t.regex(strict.stderr, /\n1 warning; nothing was released\n$/);
  const json = await run(...args, '--format', 'json');
  t.regex(JSON.parse(json.stdout).release, /^[0-9a-f]{16}$/);
});

test.serial('an invalid option prints the reason and the usage, and fails', async (t) => {
  const wrong = [['--contents', 'x'], ['stray'], ['--out']];
  for (const args of wrong) {
    const { exitCode, stdout, stderr } = await run(...args);
    t.is(exitCode, 1, args.join(' '));
    t.is(stdout, '');
    t.regex(stderr, /^.+\n\nUsage: npm run build /);
  }
  t.is((await run('--format', 'xml')).stderr, '--format takes text, json, github; not "xml"\n');
  for (const address of ['example.test', 'ftp://example.test', '']) {
    const { exitCode, stderr } = await run('--base-url', address);
    t.is(exitCode, 1);
    t.regex(stderr, /^--base-url ".*" must be an http or https address such as .+\n$/);
  }
  t.regex((await run('--help')).stdout, /^Usage: npm run build /);
});

test.serial('an output folder within the content folder is refused', async (t) => {
  const { path: content } = await copyContent(t);
  const before = await readdir(content);
  const folder = await makeFolder(t);
  const link = join(folder, 'link');
  await symlink(content, link);
  const within = (out: string, inside: string) =>
    `the output folder ${out} is within the content folder ${inside}, so the next build would read it as content; give --out a folder elsewhere`;
  for (const [out, inside] of [
    [join(content, 'dist'), content],
    [join(link, 'dist'), content],
    [join(content, 'dist'), link],
  ] as const) {
    for (const command of [buildWithoutPages, deployWithoutPages]) {
      const end = await runCommand(command, ['--content', inside, '--out', out]);
      t.deepEqual(end, { exitCode: 1, stdout: '', stderr: `${within(out, inside)}\n` });
    }
  }
  t.deepEqual(await readdir(content), before);
});
