import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { explainFailure } from '../../../../../console/errors.ts';
import { readDocsFiles } from '../../../../../pages/docs/docs-files.ts';
import { openDocs } from '../../../../../pages/docs/open-docs.ts';
import { deploy } from '../../../../../releases/deploy/deploy.ts';
import {
  baseUrl,
  contextOf,
  copyContent,
  fixtureContent,
  makeFolder,
} from '../../../../helpers/content.ts';
import { pageFacts } from '../../../../helpers/page-facts.ts';
import { build } from '../../../../helpers/released-files.ts';

test.serial(
  'a page that cannot be rendered ends the build with its error, and no file of the release is left',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    const content = await copyContent(t);
    // Lists so long that threads still encode them when pages are rendered.
    const words = Array.from({ length: 15_000 }, (_, at) => Math.abs(Math.sin(at)).toString(36));
    await content.replace('products/TEE-1.json', 'Runs small.', `Runs small. ${words.join(' ')}`);
    const failing = { content: content.path, out, baseUrl };
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    t.teardown(() => process.off('unhandledRejection', listen));
    const cause = new TypeError('the page has no title');
    const render = () => {
      throw cause;
    };
    const pages = () => ({ key: '', loadRenderer: async () => render });
    const error = await t.throwsAsync(deploy({ ...failing, pages }), {
      name: 'RenderError',
      message: 'cannot render the pages: the page has no title',
    });
    t.deepEqual(unhandled, [], 'an unhandled rejection ends Node.js');
    t.is(error.cause, cause);
    t.regex(
      explainFailure(error),
      /^this is a fault of the program[\s\S]*\n {2}\[cause\]: TypeError/,
    );
    t.deepEqual(await readdir(join(out, 'releases')), []);
    t.false((await readdir(out)).includes('current'));

    const { manifest } = await build(t, fixtureContent, out);
    t.is(
      (await readdir(join(out, 'releases'))).join(),
      manifest.release,
      'the folder is not locked',
    );
  },
);

test.serial(
  'a file that cannot be read for a page ends the build with the error of the file system, which is not reported as a bug',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    const file = join(out, 'lost.json');
    const failing = { content: fixtureContent, out, baseUrl };
    const read = () => {
      readFileSync(file);
      return { key: '', loadRenderer: async () => () => [] };
    };
    const loadRenderer = async () => () => [
      { paths: ['lost'] as const, bytes: readFileSync(file) },
    ];
    for (const pages of [read, () => ({ key: '', loadRenderer })]) {
      const error = await t.throwsAsync(deploy({ ...failing, pages }), { name: 'ReleaseError' });
      t.regex(
        explainFailure(error),
        /^cannot write .*: ENOENT: no such file or directory, open .*lost\.json/,
      );
    }
  },
);

test.serial('an error while a page of /docs is rendered names the page', async (t) => {
  const context = await contextOf('fr-CA');
  const { content } = context;
  const catalogue = {
    ...content.catalogue,
    texts: { ...content.catalogue.texts, decorations: {} },
  };
  const createPages = await openDocs();
  const contexts = [{ ...context, content: { ...content, catalogue } }];
  const facts = await pageFacts();
  t.throws(await createPages({ ...facts, contexts }).loadRenderer(), {
    name: 'RenderError',
    message: 'cannot render /docs/decorations/fr-CA: no fr-CA text in {}',
  });

  const files = await readDocsFiles();
  const texts = new Map(files.texts).set('en/guide', '# Guide\n\nA <b>bold</b> word.\n');
  const createFailing = await openDocs({ ...files, texts });
  t.throws(await createFailing(facts).loadRenderer(), {
    name: 'RenderError',
    message: /^cannot render \/docs\/guide: raw HTML in a page's Markdown: <b>/,
  });
});
