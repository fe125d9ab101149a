import test from 'ava';
import { runQuality } from '../../../../quality/command.ts';
import { copyContent, fixtureContent } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';

test.serial('the command lists the products of a folder by score, the lowest first', async (t) => {
  const run = await runCommand(runQuality, ['--content', fixtureContent]);
  t.is(run.stderr, '');
  t.is(run.exitCode, 0);
  t.regex(run.stdout, /^Quality of 5 products: \d+ of 100 on average, \d+ at the lowest\n/);
  const scores = [...run.stdout.matchAll(/^ {2}(\d+) {2}[A-Z]+-\d /gm)].map(([, score]) => score);
  t.true(scores.length > 10);
  t.deepEqual(
    scores,
    [...scores].sort((a, b) => Number(a) - Number(b)),
  );
});

test.serial(
  'the command prints the whole report and then fails if a product scores below the minimum',
  async (t) => {
    const run = await runCommand(runQuality, [
      ...['--content', fixtureContent, '--minimum', '90', '--format', 'json'],
    ]);
    t.is(run.exitCode, 1);
    t.regex(run.stderr, /^4 of 5 products score below 90: BAG-5 \d\d, [^\n]+\n$/);
    const { products } = JSON.parse(run.stdout) as { products: { sku: string; score: number }[] };
    t.is(products.length, 5);
    t.is(products.at(-1)?.sku, 'TEE-1');
  },
);

test.serial('drafts, and products whose last day has passed, are not scored', async (t) => {
  for (const member of ['"draft": true', '"availableUntil": "2026-01-31"']) {
    const folder = await copyContent(t);
    await folder.replace('products/BAG-5.json', '{', `{ ${member},`);
    const { stdout } = await runCommand(runQuality, ['--content', folder.path, '--format', 'json']);
    const { products } = JSON.parse(stdout) as { products: { sku: string }[] };
    const skus = products.map(({ sku }) => sku);
    t.deepEqual(skus.sort(), ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4'], member);
  }
});

test.serial(
  'the command prints content errors like the build does, and scores nothing',
  async (t) => {
    const folder = await copyContent(t);
    await folder.replace('products/TEE-1.json', '"navy"', '"nvay"');
    const [text, json] = await Promise.all([
      runCommand(runQuality, ['--content', folder.path]),
      runCommand(runQuality, ['--content', folder.path, '--format', 'json']),
    ]);
    t.is(text.exitCode, 1);
    t.is(text.stdout, '');
    t.regex(text.stderr, /TEE-1\.json:\d+:\d+ error product\/unknown-color: "nvay" is not/);
    t.regex(text.stderr, /did you mean "navy"\?\n\n1 error; no product was scored\n$/);
    t.is(json.exitCode, 1);
    const { release, findings } = JSON.parse(json.stdout);
    t.is(release, null);
    t.true(findings.some((finding: { rule: string }) => finding.rule === 'product/unknown-color'));
  },
);

test.serial('a text that a shared file lacks is printed as a content error', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('colors.json', '"en": "Navy"', '"en-US": "Navy"');
  const run = await runCommand(runQuality, ['--content', folder.path]);
  t.is(run.exitCode, 1);
  t.regex(
    run.stderr,
    /colors\.json:\d+:\d+ error translation\/missing: has no text for en-CA; add "en"/,
  );
  t.regex(run.stderr, /\n1 error; no product was scored\n$/);
});

test.serial(
  'npm run quality: an invalid command line prints the reason and the usage, and --help the usage',
  async (t) => {
    for (const [args, reason] of [
      [['--format', 'html'], /^--format must be one of text, json, markdown/],
      [['--limit', 'all'], /^--limit must be a whole number/],
      [['--minimum', '101'], /^--minimum must be a whole number from 0 to 100/],
      [['--minimum', '-1'], /^Option '--minimum'/],
      [['content'], /^Unexpected argument/],
      [['--all'], /^Unknown option/],
    ] as const) {
      const { exitCode, stdout, stderr } = await runCommand(runQuality, args);
      t.is(exitCode, 1);
      t.is(stdout, '');
      t.regex(stderr, reason);
      t.regex(stderr, /\n\nUsage: npm run quality /);
    }
    const help = await runCommand(runQuality, ['--help']);
    t.deepEqual([help.exitCode, help.stderr], [0, '']);
    t.regex(help.stdout, /^Usage: npm run quality [\s\S]+Examples:\n {2}npm run quality\n/);
  },
);

test.serial('100 is a valid minimum', async (t) => {
  const run = await runCommand(runQuality, ['--content', fixtureContent, '--minimum', '100']);
  t.regex(run.stderr, / score below 100: /);
});
