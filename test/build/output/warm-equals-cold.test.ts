import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import { dangerKinds } from '../../../releases/guard/dangers.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { build, currentFiles } from '../released-files.ts';
import { applyEdit, editsArbitrary } from './random-edits.ts';

test('after any edits, deletions and renames, a warm build’s bytes and findings are a cold build’s', async (t) => {
  t.timeout(240_000);
  const folder = await makeFolder(t);
  const [content, warm] = [join(folder, 'content'), join(folder, 'warm')];
  let reused = 0;
  const property = fc.asyncProperty(
    fc.array(editsArbitrary, { minLength: 2, maxLength: 5 }),
    async (steps) => {
      await rm(content, { recursive: true, force: true });
      await cp(fixtureContent, content, { recursive: true });
      for (const edits of steps) {
        for (const edit of edits) await applyEdit(content, edit);
        const { documents, warnings } = await build(t, content, warm, { accept: dangerKinds });
        reused += documents.reused;
        const { out, ...cold } = await build(t, content);
        if (!isDeepStrictEqual(warnings, cold.warnings)) throw new Error('other findings');
        const [found, expected] = [await currentFiles(warm), await currentFiles(out)];
        await rm(out, { recursive: true });
        if (found.join('\n') !== expected.join('\n')) {
          const differing = found.filter((line) => !expected.includes(line));
          throw new Error(`differs:\n${differing.join('\n')}`);
        }
      }
    },
  );
  await t.notThrowsAsync(async () =>
    fc.assert(property, { numRuns: 6, endOnFailure: true, includeErrorInReport: true }),
  );
  // A cache that is never used would be right as well.
  t.true(reused > 0);
});
