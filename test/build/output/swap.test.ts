import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { z } from 'zod';

import { pointAt } from '../../../build/output/install.ts';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';

import { copyContent } from '../../helpers/content.ts';
import { build, copyBuiltFixture } from '../released-files.ts';

const reportSchema = z.object({
  reads: z.number(),
  releases: z.array(z.string()),
  faults: z.array(z.string()),
});

const reader = nodeArguments('test/build/output/current-reader.ts');
const paths = ['public/v1/health.json', 'public/v1/products/TEE-1/fr-CA.json'];

/**
 * Starts a separate process that repeatedly reads a release through the link `current`; resolves after its first
 * output. Rejects if the process ends before that.
 */
async function startReader(current: string) {
  const child = spawn(process.execPath, [...reader, current, ...paths], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close').then(([code, signal]) => {
    throw new Error(`the reader ended with ${code ?? signal}`);
  });
  // At the end it is expected.
  ended.catch(() => {});
  const nextLine = async () => (await Promise.race([once(lines, 'line'), ended])) as [string];
  await nextLine();
  return {
    /** Ends the reader and returns its report: the number of reads, the ids of the releases, and all faults. */
    async stop() {
      const line = nextLine();
      child.stdin.end();
      return reportSchema.parse(JSON.parse((await line)[0]));
    },
  };
}

test('a reader never gets an error or a mix of releases while releases are swapped', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest: first } = await copyBuiltFixture(t);
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const { manifest: second } = await build(t, folder.path, out);
  const reader = await startReader(join(out, 'current'));
  for (let swap = 0; swap < 20; swap += 1) {
    const { release } = swap % 2 === 0 ? first : second;
    await pointAt(out, 'current', join('releases', release));
    // A whole build also replaces the link, and can fail in more ways.
    if (swap % 5 === 4) await build(t, folder.path, out);
  }
  const { reads, releases, faults } = await reader.stop();
  t.deepEqual(faults, []);
  t.deepEqual(releases.sort(), [first.release, second.release].sort());
  t.true(reads > 20);
});
