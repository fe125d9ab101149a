import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { withPartStore } from '../../../../../build/output/assembly.ts';
import type { LongDocument } from '../../../../../build/output/long-documents.ts';
import { readPreviousRelease } from '../../../../../build/output/previous-release.ts';
import { createReleaseFiles } from '../../../../../build/output/release-files.ts';
import { noPages } from '../../../../../build/output/shared-files.ts';
import { assembleLists } from '../../../../../build/output/write-release.ts';
import { contextOf, makeFolder } from '../../../../helpers/content.ts';

/**
 * Returns the input with which `assembleLists` assembles `documents`. The gzip form of the document `public/first.json`
 * cannot be written, because a folder has its path.
 */
async function prepareFailure(t: ExecutionContext, documents: readonly LongDocument[]) {
  const out = await makeFolder(t);
  const folder = join(out, 'release');
  const previous = await readPreviousRelease(out);
  // Prevents compressed forms of the first document from being written.
  await mkdir(join(folder, 'public/first.json.gz'), { recursive: true });
  const store = join(folder, 'parts');
  await withPartStore(store, async () => {});
  const files = createReleaseFiles(folder, { previous, encoding: 'full' });
  // Compression that is still running would write into a folder that is being removed.
  t.teardown(() => files.settled());
  return {
    ...{ out, existing: new Map(), previous, store, encoding: 'full' as const, files },
    contexts: [await contextOf('en-CA')],
    documents,
    pages: noPages,
    datedFacts: {},
    segments: new Map(),
    inputs: { shared: '', tables: '', plainTables: {} },
    objectsChecked: Promise.resolve(),
  };
}

function document(name: string, length: number, end = () => ''): LongDocument {
  return {
    ...{ paths: [`public/${name}.json`], beginning: 'x'.repeat(length), end },
    part: () => undefined,
  };
}

test.serial(
  'if a document fails while an earlier one is compressed, the build reports one error',
  async (t) => {
    const fail = () => {
      throw new Error('no space');
    };
    const documents = [document('first', 2_000_000), document('second', 2_000_000, fail)];
    // An unhandled rejection for the first document would end Node.js and fail this test.
    await t.throwsAsync(assembleLists([], await prepareFailure(t, documents)), {
      message: 'no space',
    });
  },
);

test.serial(
  'if a compressed form cannot be written while later documents are assembled, the build reports its error',
  async (t) => {
    const later = Array.from({ length: 300 }, (_, at) => document(`later-${at}`, 100));
    const documents = [document('first', 100), ...later];
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    t.teardown(() => process.off('unhandledRejection', listen));
    const { compressed } = await assembleLists([], await prepareFailure(t, documents));
    await t.throwsAsync(compressed, { code: 'EEXIST' });
    t.deepEqual(unhandled, [], 'an unhandled rejection ends Node.js');
  },
);
