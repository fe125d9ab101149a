/**
 * Settings of ava for `npm test`: it runs the compiled files in `tmp/test/` (decision 58), most of them in groups
 * (test/groups/groups.ts). All other settings are those of ava in package.json.
 */
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const { ava } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The files that are started as processes: those that import a group, and those that run alone. */
const files = ['test/groups/*.test.js', 'test/**/*.alone.test.js', '!test/**/*.unit.test.js'];

const memoryFolder = '/dev/shm';

/** The bytes that must be free in memory; the suite needs a tenth of them. */
const neededBytes = 2e9;

/**
 * Returns whether temporary files can be in memory, where a file is created in a thirtieth of the time that
 * ext4 needs: on Linux, unless memory is short or programs may not be started from the folder.
 */
function hasMemoryFolder() {
  if (!existsSync(memoryFolder) || !existsSync('/proc/mounts')) return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , type, options = ''] =
    mounts.map((line) => line.split(' ')).find(([, folder]) => folder === memoryFolder) ?? [];
  const { bavail, bsize } = statfsSync(memoryFolder);
  const isUsable = type === 'tmpfs' && !/\b(noexec|ro)\b/.test(options);
  return isUsable && Math.min(bavail * bsize, freemem()) >= neededBytes;
}

// biome-ignore lint/style/noDefaultExport: ava takes its settings from a default export
export default {
  ...ava,
  files,
  extensions: ['js'],
  // One more than the processors of a small machine: many tests wait for a server or a clock.
  concurrency: 3,
  environmentVariables: {
    ...(process.env.TMPDIR === undefined && hasMemoryFolder() && { TMPDIR: memoryFolder }),
  },
  // A failure names the file and line of the TypeScript.
  nodeArguments: ['--enable-source-maps'],
};
