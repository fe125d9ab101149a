/**
 * How `npm test` runs the suite, in `tmp/test/`: the compiled files (decision 58), small ones in groups,
 * otherwise as ava's settings in package.json say.
 */
import { readFileSync } from 'node:fs';

const { ava } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The files that run in a process of their own, or bring others into theirs. */
const files = [
  'test/groups/*.test.js',
  'test/**/*.alone.test.js',
  'test/*.test.js',
  'test/{contract,docs,helpers,http,infra,pages}/**/*.test.js',
  '!test/**/*.unit.test.js',
];

// biome-ignore lint/style/noDefaultExport: ava takes its settings from a default export
export default {
  ...ava,
  files,
  extensions: ['js'],
  // One more than the processors of a small machine: many tests wait for a server or a clock.
  concurrency: 3,
  // A failure names the file and line of the TypeScript.
  nodeArguments: ['--enable-source-maps'],
};
