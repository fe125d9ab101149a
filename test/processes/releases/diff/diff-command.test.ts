import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { parseDiffOptions, runDiff } from '../../../../releases/diff/diff-command.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';
import { buildTwo } from '../build-two.ts';

test.serial(
  'without arguments the diff compares the previous release with the current one',
  async (t) => {
    const { out, first, second } = await buildTwo(t);
    const { exitCode, stdout, stderr } = await runCommand(runDiff, ['--out', out]);
    t.is(stderr, '');
    t.is(exitCode, 0);
    t.true(stdout.startsWith(`release ${first} → ${second}\n`));
    t.regex(
      stdout,
      /\nText fr-CA: 1 changed\n {2}TEE-1 {2}note {2}"Taille petit\." {2}"Taille grand\."\n/,
    );
  },
);

test.serial('two releases are compared in the given order and format', async (t) => {
  const { out, first, second } = await buildTwo(t);
  const [json, markdown] = await Promise.all([
    runCommand(runDiff, [second, first.slice(0, 8), '--format', 'json', '--out', out]),
    runCommand(runDiff, ['current', 'previous', '--format', 'markdown', '--out', out]),
  ]);
  t.like(JSON.parse(json.stdout), { before: second, after: first });
  t.true(markdown.stdout.startsWith(`## Catalogue: \`${second}\` → \`${first}\`\n`));
});

test.serial('a missing release causes one error line and exit code 1', async (t) => {
  const out = await makeFolder(t);
  const { exitCode, stdout, stderr } = await runCommand(runDiff, ['--out', out]);
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(stderr, /^there is no release "previous" in .+\n$/);
});

test.serial(
  'a damaged file causes one error line with its name and the reason, and exit code 1',
  async (t) => {
    const { out } = await buildTwo(t);
    const refuse = async (file: string, text: string, reason: RegExp) => {
      await writeFile(join(out, 'current', file), text);
      const { exitCode, stdout, stderr } = await runCommand(runDiff, ['--out', out]);
      t.is(exitCode, 1);
      t.is(stdout, '');
      t.regex(stderr, reason);
    };
    const detail = 'public/v1/products/TEE-1/fr-CA.json';
    await refuse(detail, 'a\nb', /^\S+TEE-1\/fr-CA\.json cannot be read \(.*JSON.*\)\n$/);
    await refuse(detail, '[]', /^\S+TEE-1\/fr-CA\.json cannot be read \(the document: .+\)\n$/);
    await refuse(
      'manifest.json',
      '{}',
      /^\S+manifest\.json cannot be read \(it has format 1, .+\)\n$/,
    );
  },
);

test.serial('an invalid command line is refused with the reason and the usage', (t) => {
  for (const [args, reason] of [
    [['a'], /^name two releases to compare, or none/],
    [['a', 'b', 'c'], /^name two releases/],
    [['--format', 'html'], /^--format is one of text, markdown, json/],
    [['--limit', 'all'], /^--limit needs a whole number/],
    [['--all'], /^Unknown option/],
  ] as const) {
    const error = t.throws(() => parseDiffOptions([...args]));
    t.regex(error?.message ?? '', reason);
    t.regex(error?.message ?? '', /\n\nUsage: npm run diff /);
  }
  t.is(parseDiffOptions(['--help']), undefined);
});
