/** `file/symbolic-link`: no link in the content folder is followed. */
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { symbolicLink } from '../../../../../build/content/rules/file-rules.ts';
import { copyContent, findingsIn, makeFolder } from '../../../../helpers/content.ts';
import { inShort } from './rule-rows.ts';

/**
 * Returns the findings in a copy of the fixture content in which symbolic links replace files or folders.
 * `links` is path → target of the link; `tags` is the content of tags.json.
 */
async function findWithLinks(
  t: ExecutionContext,
  links: Readonly<Record<string, string>>,
  tags?: string,
) {
  const { path: folder } = await copyContent(t);
  for (const [file, target] of Object.entries(links)) {
    await rm(join(folder, file), { recursive: true, force: true });
    await symlink(target, join(folder, file));
  }
  if (tags !== undefined) await writeFile(join(folder, 'tags.json'), tags);
  return findingsIn(folder);
}

const message =
  'is a symbolic link, which could publish what is outside the content folder; replace it with a copy';

const linked = [
  'active-products.csv',
  'assets/icons',
  'assets/photos/leak.png',
  'brands.json',
  'drawings/tee-front.svg',
  'notes.md',
  'prices',
  'products/TEE-1.json',
  'schemas',
] as const;

test('links to files, to folders and to missing targets are reported in one run, with the mistakes of other files', async (t) => {
  const outside = await makeFolder(t);
  const links = Object.fromEntries(linked.map((file) => [file, outside]));
  const findings = await findWithLinks(t, { ...links, 'drawings/tee-front.svg': 'nothing' }, '{');
  t.deepEqual(
    findings.filter(({ rule }) => rule === symbolicLink.id).map(inShort),
    linked.map((file) => `${file} ${message}`),
  );
  const others = findings.filter(({ rule }) => rule !== symbolicLink.id);
  t.deepEqual([...new Set(others.map(({ file }) => file))], ['tags.json'], 'and nothing else');
});

test('no finding quotes the target of a link', async (t) => {
  // Links to a secret from a JSON file and from a table: findings in them would quote the lines of the secret.
  const files = ['brands.json', 'inventory.csv', 'products/TEE-1.json'] as const;
  const links = Object.fromEntries(files.map((file) => [file, '/etc/passwd']));
  const findings = await findWithLinks(t, links);
  t.deepEqual(
    findings.map(inShort),
    files.map((file) => `${file} ${message}`),
  );
  t.false(JSON.stringify(findings).includes('root:'));
});

test('hidden links are ignored like hidden files, because editors use them as locks', async (t) => {
  t.deepEqual(await findWithLinks(t, { '.#brands.json': 'editor@host.4711' }), []);
});
