import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { visiblyChanged } from '../../../../pages/preview/server/picture-changes.ts';
import { makeFolder } from '../../../helpers/content.ts';

const ids = ['0123456789abcdef', 'fedcba9876543210'] as const;

test('drawings that differ only in their title are not listed as changed', async (t) => {
  const out = await makeFolder(t);
  const drawing = (title: string, fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title><path fill="${fill}"/></svg>`;
  const texts: Readonly<
    Record<string, readonly [before: string | undefined, after: string | undefined]>
  > = {
    'retitled.svg': [drawing('Tee', '#FFF'), drawing('Tee &amp; more', '#FFF')],
    'repainted.svg': [drawing('Tee', '#FFF'), drawing('Tee', '#000')],
    'new.svg': [undefined, drawing('Tee', '#000')],
    'gone.svg': [drawing('Tee', '#000'), undefined],
    'photo.jpg': ['one', 'one'],
  };
  for (const [file, versions] of Object.entries(texts)) {
    for (const [index, text] of versions.entries()) {
      if (text === undefined) continue;
      const path = join(out, 'releases', ids[index] as string, 'public/images/TEE-1', file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }
  const pictures = Object.keys(texts).map((file) => ({
    path: `public/images/TEE-1/${file}`,
    ...{ before: undefined, after: undefined },
  }));
  const changed = await visiblyChanged({ out, ids }, pictures);
  t.deepEqual(
    changed.map(({ path }) => path.split('/').at(-1)),
    ['repainted.svg', 'new.svg', 'gone.svg', 'photo.jpg'],
  );
});
