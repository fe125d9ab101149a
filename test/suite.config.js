/** How `npm test` runs the suite: as ava's settings in package.json say, small files in groups. */
import { readFileSync } from 'node:fs';

const { ava } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The files that run in a process of their own, or bring others into theirs. */
const files = [
  'test/groups/*.test.ts',
  'test/**/*.alone.test.ts',
  'test/*.test.ts',
  'test/{contract,docs,helpers,http,infra,pages}/**/*.test.ts',
  '!test/**/*.unit.test.ts',
];

// biome-ignore lint/style/noDefaultExport: ava takes its settings from a default export
export default { ...ava, files };
