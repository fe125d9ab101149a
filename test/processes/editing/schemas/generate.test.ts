/** `npm run generate`: schemas of a content folder, which only editors read. */
import { readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';

import { planSchemas } from '../../../../editing/schemas/content-folder.ts';
import { runGenerate } from '../../../../infra/generate/command.ts';
import { copyContent, makeFolder } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';

const run = (...args: readonly string[]) => runCommand(runGenerate, args);

/** Returns the brands that the product schema in a content folder allows. */
async function offeredBrands(folder: string): Promise<unknown> {
  const schema = JSON.parse(await readFile(join(folder, 'schemas/product.schema.json'), 'utf8'));
  return schema.properties.brand.enum;
}

test('a new brand makes the schemas stale until they are written with it', async (t) => {
  const folder = await copyContent(t);
  const product = join(folder.path, 'schemas/product.schema.json');
  const first = await run('--content', folder.path);
  t.deepEqual([first.exitCode, first.stderr], [0, '']);
  t.deepEqual(await offeredBrands(folder.path), ['acme', 'zeta']);
  t.is((await run('--content', folder.path, '--check')).exitCode, 0);
  await folder.replace('brands.json', '"zeta": {', '"yonder": {');
  const check = await run('--content', folder.path, '--check');
  t.deepEqual([check.exitCode, check.stdout], [1, '']);
  t.true(check.stderr.includes(`\n  ${product}\n`), check.stderr);
  t.deepEqual(await offeredBrands(folder.path), ['acme', 'zeta']);
  const second = await run('--content', folder.path);
  t.true(second.stdout.includes(`written:\n  ${product}\n`), second.stdout);
  t.deepEqual(await offeredBrands(folder.path), ['acme', 'yonder']);
});

test('an invalid file is reported, and its ids are not offered', async (t) => {
  const folder = await copyContent(t);
  await folder.write('brands.json', '{');
  const { exitCode, stderr } = await run('--content', folder.path);
  t.is(exitCode, 0);
  t.regex(stderr, /^\S+\/brands\.json cannot be read, so editors do not suggest its ids; /);
  t.is(await offeredBrands(folder.path), undefined);
});

test('a missing folder is refused and not created, and a mistake shows the usage', async (t) => {
  const folder = join(await makeFolder(t), 'none');
  const missing = await run('--content', folder);
  t.is(missing.exitCode, 1);
  t.is(missing.stderr, `${folder} is not a folder; give --content the content folder\n`);
  await t.throwsAsync(stat(folder), { code: 'ENOENT' });
  const wrong = await run('--contents', 'x');
  t.deepEqual([wrong.exitCode, wrong.stdout], [1, '']);
  t.regex(wrong.stderr, /^Unknown option '--contents'.*\n\nUsage: npm run generate /);
});

test('no schema is written through a symbolic link in the content', async (t) => {
  const { path } = await copyContent(t);
  const links = ['brands.json', 'schemas'].map((file) => join(path, file));
  for (const link of links) {
    await rm(link, { recursive: true, force: true });
    await symlink('elsewhere', link);
  }
  const lines = links.map((link) => `^${link} is a symbolic link, .+`);
  await t.throwsAsync(planSchemas(path), { message: new RegExp(lines.join('\n'), 'm') });
});
