/** Settings of ava: it starts one process for each `test/*.test.ts`, two at a time. */
import { statfsSync } from 'node:fs';

const memory = '/dev/shm';

/** Returns whether temporary files of tests can be in memory, where creating one takes a thirtieth of the time. */
function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2e9;
  } catch {
    return false;
  }
}

// biome-ignore lint/style/noDefaultExport: ava takes its settings from a default export
export default {
  files: ['test/*.test.ts'],
  extensions: { ts: 'module' },
  nodeArguments: ['--import=tsx'],
  workerThreads: false,
  timeout: '5m',
  concurrency: 2,
  environmentVariables: process.env.TMPDIR === undefined && hasMemory() ? { TMPDIR: memory } : {},
};
