import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createPartStore } from '../../../build/output/assembly.ts';
import type { LongDocument } from '../../../build/output/long-documents.ts';
import { readPreviousRelease } from '../../../build/output/previous-release.ts';
import { createReleaseFiles } from '../../../build/output/release-files.ts';
import { assembleDocuments } from '../../../build/output/write-release.ts';
import { contextOf, makeFolder } from '../../helpers/content.ts';

test('if a document fails while an earlier one is compressed, the build reports one error', async (t) => {
  const out = await makeFolder(t);
  const folder = join(out, 'release');
  const previous = await readPreviousRelease(out);
  // Prevents compressed forms of the first document from being written.
  await mkdir(join(folder, 'public/first.json.gz'), { recursive: true });
  const store = createPartStore(join(folder, 'parts'));
  store.close();
  const fail = () => {
    throw new Error('no space');
  };
  const document = (name: string, end: () => string): LongDocument => ({
    ...{ paths: [`public/${name}.json`], beginning: 'x'.repeat(2_000_000), end },
    part: () => undefined,
  });
  const assembling = {
    ...{ out, folder, there: new Map(), previous, store: store.path, encoding: 'full' as const },
    files: createReleaseFiles(folder, { previous, encoding: 'full' }),
    contexts: [await contextOf('en-CA')],
    documents: [document('first', () => ''), document('second', fail)],
    pages: () => [],
    life: {},
    segments: new Map(),
  };
  // An unhandled rejection for the first document would end Node.js and fail this test.
  await t.throwsAsync(assembleDocuments([], assembling), { message: 'no space' });
});
