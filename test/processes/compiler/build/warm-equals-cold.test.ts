import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import { createBuildMemory, forgetChanged } from '../../../../build/known-products.ts';
import { compareStates, readFolderState } from '../../../../infra/local/folder-state.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';
import { fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { applyEdit, editsArbitrary } from '../../../helpers/random-edits.ts';
import { build, currentFiles, filesBelow } from '../../../helpers/released-files.ts';
import { checkDocument } from './check-document.ts';

const readState = (folder: string) => readFolderState(folder, { skip: [], enter: () => {} });

test.serial('after any edits, a build with reuse equals one without it', async (t) => {
  const folder = await makeFolder(t);
  const [content, warm, staying] = ['content', 'warm', 'staying'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const memory = createBuildMemory();
  let reused = 0;
  let kept = 0;
  let matching = 0;
  const property = fc.asyncProperty(
    fc.array(editsArbitrary, { minLength: 2, maxLength: 5 }),
    async (steps) => {
      await rm(content, { recursive: true, force: true });
      await cp(fixtureContent, content, { recursive: true });
      forgetChanged(memory, undefined);
      let before = await readState(content);
      for (const edits of steps) {
        for (const edit of edits) await applyEdit(content, edit);
        const { documents, warnings } = await build(t, content, warm, { accept: dangerKinds });
        reused += documents.reused;
        const after = await readState(content);
        forgetChanged(memory, compareStates(before, after));
        before = after;
        const other = await build(t, content, staying, { accept: dangerKinds, memory });
        kept += other.documents.reused;
        const { out, ...cold } = await build(t, content);
        const expected = await currentFiles(out);
        for (const [path, { bytes }] of await filesBelow(join(out, 'current'))) {
          if (checkDocument(path, bytes.toString())) matching += 1;
        }
        await rm(out, { recursive: true });
        for (const found of [warnings, other.warnings]) {
          if (!isDeepStrictEqual(found, cold.warnings)) throw new Error('other findings');
        }
        for (const found of [await currentFiles(warm), await currentFiles(staying)]) {
          if (found.join('\n') === expected.join('\n')) continue;
          const differing = found.filter((line) => !expected.includes(line));
          throw new Error(`differs:\n${differing.join('\n')}`);
        }
      }
    },
  );
  await t.notThrowsAsync(async () =>
    fc.assert(property, {
      numRuns: Number(process.env['SEQUENCES'] ?? 3),
      endOnFailure: true,
      includeErrorInReport: true,
    }),
  );
  // Without these checks, a cache that is never used, or a comparison of nothing, would pass the test.
  t.true(reused > 0);
  t.true(kept > 0);
  t.true(matching > 0);
});
