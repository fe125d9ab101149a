import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { CreatePages } from '../../../../../build/output/shared-files.ts';
import { deploy } from '../../../../../releases/deploy/deploy.ts';
import { baseUrl, copyContent } from '../../../../helpers/content.ts';
import { copyBuiltFixture } from '../../../../helpers/released-files.ts';

/**
 * Returns an output folder, the function `build`, which builds a release with one page, and `edit`, which edits a
 * product.
 */
async function withPage(t: ExecutionContext) {
  const content = await copyContent(t);
  const { out } = await copyBuiltFixture(t, 'full');
  let rendered = 0;
  /**
   * Builds a release with one page that consists of `text`; `key` identifies the data from which the page is made.
   * Returns how often the page was rendered (`rendered`), the page as released, and the id of the release.
   */
  const build = async (text: string, key = text) => {
    rendered = 0;
    const pages: CreatePages = () => ({
      key,
      async loadRenderer() {
        rendered += 1;
        const paths = ['public/docs/page.html', 'public/docs/copy.html'] as const;
        return () => [{ paths, bytes: Buffer.from(text) }];
      },
    });
    const { manifest } = await deploy({ content: content.path, out, baseUrl, pages });
    const read = (path: string) => readFile(join(out, 'current/public/docs', path));
    const [page, copy] = await Promise.all([read('page.html'), read('copy.html')]);
    t.deepEqual(page, copy);
    t.true((await read('page.html.br')).length > 0);
    return { rendered, page: `${page}`, release: manifest.release };
  };
  const edit = () => content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
  return { out, build, edit };
}

test.serial(
  'pages made from the same data are taken from the current release without rendering them',
  async (t) => {
    const { build, edit } = await withPage(t);
    const first = await build('one');
    t.is(first.rendered, 1);
    await edit();
    const second = await build('never rendered', 'one');
    t.not(second.release, first.release);
    t.like(second, { rendered: 0, page: 'one' });
    t.like(await build('two'), { rendered: 1, page: 'two' });
  },
);

test.serial(
  'pages of which the current release has a damaged file are rendered again',
  async (t) => {
    const { out, build, edit } = await withPage(t);
    await build('one');
    await truncate(join(out, 'current/public/docs/page.html.gz'), 1);
    await edit();
    t.like(await build('one'), { rendered: 1, page: 'one' });
  },
);
