/** The builds of `npm run dev`, one after another in this process. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { generateCatalogue } from '../../../bench/generate-catalogue.ts';
import { openContent } from '../../../build/content/open-content.ts';
import { build } from '../../../infra/local/build-thread.ts';
import { makeFolder } from '../../helpers/content.ts';

test.serial(
  'pages are rendered again if the category of a product changes, even if no page shows the product',
  async (t) => {
    const folder = await makeFolder(t);
    const [content, out] = [join(folder, 'content'), join(folder, 'dist')];
    // Pages show values of the first 50 products.
    await generateCatalogue(content, 51);
    const edit = async (file: string, change: (json: Record<string, unknown>) => void) => {
      const json = JSON.parse(await readFile(join(content, file), 'utf8')) as Record<
        string,
        unknown
      >;
      change(json);
      await writeFile(join(content, file), JSON.stringify(json));
    };
    // The example of a category is the first one that any product has.
    await edit('categories.json', ({ categories }) => {
      for (const each of Object.values(categories as object)) each.order += 1;
      const first = { name: { en: 'Aprons first', fr: 'Tabliers d’abord' }, order: 1 };
      Object.assign(categories as object, { 'aprons-first': first });
    });
    const buildAfter = async (...files: string[]) => {
      const request = { content, out, baseUrl: 'http://x.test', listsActive: false, isTTY: false };
      const changes = files.map((file) => ({ file, kind: 'changed' }) as const);
      const { outcome, stderr } = await build({ ...request, changes });
      t.is(outcome, 'built', stderr);
      return readFile(join(out, 'current/public/docs/data-model.html'), 'utf8');
    };
    t.false((await buildAfter()).includes('Aprons first'));
    const { file } = (await openContent(content)).products.at(-1) ?? { file: '' };
    await edit(file, (product) => Object.assign(product, { category: 'aprons-first' }));
    t.true((await buildAfter(file)).includes('Aprons first'));
  },
);
