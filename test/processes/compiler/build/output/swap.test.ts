import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { z } from 'zod';

import { pointAt } from '../../../../../build/output/install.ts';
import { nodeArguments } from '../../../../../infra/local/node-arguments.ts';
import { copyContent } from '../../../../helpers/content.ts';
import { build, copyBuiltFixture } from '../../../../helpers/released-files.ts';

const reportSchema = z.object({
  reads: z.number(),
  releases: z.array(z.string()),
  faults: z.array(z.string()),
});

const reader = nodeArguments('test/processes/compiler/build/output/current-reader.ts');
const paths = ['public/v1/health.json', 'public/v1/products/TEE-1/fr-CA.json'];

/**
 * Starts a separate process that repeatedly reads a release through the link `current`; resolves after its first
 * read.
 */
async function startReader(current: string) {
  const child = spawn(process.execPath, [...reader, current, ...paths], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const closed = once(child, 'close');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  await Promise.race([once(output, 'line'), closed]);
  return {
    /** Returns how often the reader has found another release. Throws if the reader has ended. */
    countChanges() {
      if (isRunning()) return lines.length - 1;
      throw new Error(`the reader ended with ${child.exitCode ?? child.signalCode}`);
    },
    /** Ends the reader and returns its report: the number of reads, the ids of the releases, and all faults. */
    async stop() {
      child.stdin.end();
      await closed;
      return reportSchema.parse(JSON.parse(lines.at(-1) ?? ''));
    },
  };
}

test.serial(
  'a reader never gets an error or a mix of releases while releases are swapped',
  async (t) => {
    const folder = await copyContent(t);
    const { out, manifest: first } = await copyBuiltFixture(t);
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const { manifest: second } = await build(t, folder.path, out);
    const reader = await startReader(join(out, 'current'));
    // Counts what the reader has seen, because it may get no processor time during some swaps.
    for (let swap = 0; reader.countChanges() < 50; swap += 1) {
      const { release } = swap % 2 === 0 ? first : second;
      await pointAt(out, 'current', join('releases', release));
      // A whole build also replaces the link, and can fail in more ways.
      if (swap % 5 === 4) await build(t, folder.path, out);
    }
    const { reads, releases, faults } = await reader.stop();
    t.deepEqual(faults, []);
    t.deepEqual(releases.sort(), [first.release, second.release].sort());
    t.true(reads > 20);
  },
);
