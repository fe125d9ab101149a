import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { versionOf } from '../../../../build/output/compiler-version.ts';
import { makeFolder } from '../../../helpers/content.ts';

test('the compiler version depends on the compiler’s sources and libraries, and on nothing else', async (t) => {
  const folder = await makeFolder(t);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    return versionOf(folder);
  };
  const first = await write('build/render/list.ts', '1');
  t.regex(first, /^[0-9a-f]{64}$/);
  t.is(await write('build/render/list.ts', '1'), first);
  const others = ['editing/import/main.ts', 'test/a.ts', 'build/notes.md', 'contract/a.json'];
  for (const path of [...others, 'pages/docs/open-docs.ts']) {
    t.is(await write(path, 'x'), first, path);
  }
  let last = first;
  for (const path of ['build/render/list.ts', 'contract/a.ts', 'package.json']) {
    const next = await write(path, '2');
    t.not(next, last, path);
    last = next;
  }
});
