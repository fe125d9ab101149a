import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { runGenerate } from '../../../../infra/generate/command.ts';
import { copyContent, makeFolder } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';

const run = (...args: readonly string[]) => runCommand(runGenerate, args);

/** Returns the brands that the product schema in a content folder allows. */
async function offeredBrands(folder: string): Promise<unknown> {
  const schema = JSON.parse(await readFile(join(folder, 'schemas/product.schema.json'), 'utf8'));
  return schema.properties.brand.enum;
}

test.serial(
  'a new brand makes the schemas stale until they are written; then they list the brand',
  async (t) => {
    const folder = await copyContent(t);
    const first = await run('--content', folder.path);
    t.is(first.exitCode, 0);
    t.is(first.stderr, '');
    t.deepEqual(await offeredBrands(folder.path), ['acme', 'zeta']);
    t.is((await run('--content', folder.path, '--check')).exitCode, 0);

    await folder.replace('brands.json', '"zeta": {', '"yonder": {');
    const check = await run('--content', folder.path, '--check');
    t.is(check.exitCode, 1);
    t.is(check.stdout, '');
    t.is(
      check.stderr,
      `out of date; run npm run generate -- --content ${folder.path}:\n` +
        `  ${join(folder.path, 'schemas/product.schema.json')}\n`,
    );
    t.deepEqual(await offeredBrands(folder.path), ['acme', 'zeta']);

    const second = await run('--content', folder.path);
    t.is(
      second.stdout,
      `14 of 15 were up to date\nwritten:\n  ${join(folder.path, 'schemas/product.schema.json')}\n`,
    );
    t.deepEqual(await offeredBrands(folder.path), ['acme', 'yonder']);
  },
);

test.serial('schemas that are up to date are not written again', async (t) => {
  const folder = await copyContent(t);
  await run('--content', folder.path);
  const file = join(folder.path, 'schemas/brands.schema.json');
  const before = await stat(file);
  t.is((await run('--content', folder.path)).stdout, '15 of 15 were up to date\n');
  t.is((await stat(file)).mtimeMs, before.mtimeMs);
});

test.serial(
  'an invalid file is reported, and the schemas do not list its ids until it is corrected',
  async (t) => {
    const folder = await copyContent(t);
    await folder.write('brands.json', '{');
    const { exitCode, stderr } = await run('--content', folder.path);
    t.is(exitCode, 0);
    t.regex(
      stderr,
      /^\S+\/brands\.json cannot be read, so editors do not suggest its ids; npm run build /,
    );
    t.is(await offeredBrands(folder.path), undefined);
  },
);

test.serial('a missing folder is refused and not created', async (t) => {
  const folder = join(await makeFolder(t), 'none');
  const { exitCode, stderr } = await run('--content', folder);
  t.is(exitCode, 1);
  t.is(stderr, `${folder} is not a folder; give --content the content folder\n`);
  await t.throwsAsync(stat(folder), { code: 'ENOENT' });
});

test.serial(
  'npm run generate: an invalid command line prints the reason and the usage',
  async (t) => {
    const wrong = await run('--contents', 'x');
    t.deepEqual([wrong.exitCode, wrong.stdout], [1, '']);
    t.regex(wrong.stderr, /^Unknown option '--contents'.*\n\nUsage: npm run generate /);
  },
);
