/** How `npm test` runs the suite: as ava's settings in package.json say, and small files together. */
import { readFileSync } from 'node:fs';

const { ava } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const together = readFileSync(new URL('together.ts', import.meta.url), 'utf8');
const small = [...together.matchAll(/^import '\.\/(.+)';$/gm)].map(([, file]) => `!test/${file}`);

// biome-ignore lint/style/noDefaultExport: ava takes its settings from a default export
export default { ...ava, files: [...ava.files, ...small, 'test/together.ts'] };
