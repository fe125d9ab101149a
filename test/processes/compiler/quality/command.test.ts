/** `npm run quality`. */
import test from 'ava';
import { runQuality } from '../../../../quality/command.ts';
import { copyContent, fixtureContent } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';

/** Runs the command with JSON output for a content folder; returns the end of the run and the products. */
async function measure(content: string, ...args: readonly string[]) {
  const run = await runCommand(runQuality, ['--content', content, '--format', 'json', ...args]);
  const { products = [] } = JSON.parse(run.stdout) as {
    products?: { sku: string; score: number }[];
  };
  return { ...run, products };
}

test('the products of a folder are listed by score, the lowest first', async (t) => {
  const { products, stderr, exitCode } = await measure(fixtureContent);
  t.deepEqual([stderr, exitCode], ['', 0]);
  const scores = products.map(({ score }) => score);
  t.is(scores.length, 5);
  t.true(scores.every((score, at) => score >= (scores[at - 1] ?? 0)));
});

test('products that score below the minimum are printed, and the command fails', async (t) => {
  const { products, stderr, exitCode } = await measure(fixtureContent, '--minimum', '90');
  t.deepEqual([exitCode, products.length], [1, 5]);
  t.regex(stderr, /^4 of 5 products score below 90: BAG-5 \d\d, [^\n]+\n$/);
});

test('drafts, and products whose last day has passed, are not scored', async (t) => {
  for (const member of ['"draft": true', '"availableUntil": "2026-01-31"']) {
    const folder = await copyContent(t);
    await folder.replace('products/BAG-5.json', '{', `{ ${member},`);
    const skus = (await measure(folder.path)).products.map(({ sku }) => sku);
    t.deepEqual(skus.sort(), ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4'], member);
  }
});

test('content errors are printed as by a build, and nothing is scored', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', '"navy"', '"nvay"');
  await folder.replace('colors.json', '"en": "Navy"', '"en-US": "Navy"');
  const text = await runCommand(runQuality, ['--content', folder.path]);
  t.deepEqual([text.exitCode, text.stdout], [1, '']);
  t.regex(text.stderr, /TEE-1\.json:\d+:\d+ error product\/unknown-color: "nvay" is not/);
  t.regex(text.stderr, /colors\.json:\d+:\d+ error translation\/missing: /);
  t.regex(text.stderr, /\n\n2 errors; no product was scored\n$/);
  t.is((await measure(folder.path)).exitCode, 1);
});

test('an invalid command line of npm run quality is refused with its usage', async (t) => {
  for (const [args, reason] of [
    [['--format', 'html'], '--format must be one of text, json, markdown'],
    [['--limit', 'all'], '--limit must be a whole number'],
    [['--minimum', '101'], '--minimum must be a whole number from 0 to 100'],
    [['content'], 'Unexpected argument'],
  ] as const) {
    const { exitCode, stdout, stderr } = await runCommand(runQuality, args);
    t.deepEqual([exitCode, stdout], [1, '']);
    t.true(stderr.startsWith(reason) && stderr.includes('\n\nUsage: npm run quality '), stderr);
  }
});
