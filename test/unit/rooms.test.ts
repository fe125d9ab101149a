/**
 * Which folder may import which (docs/design.md, section 2), compared with the imports of every
 * file.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';

/**
 * Folder or file → the other folders that it may import from. Of several paths that contain a
 * file, only the longest counts. The programs that combine several parts of the project have
 * their own rows.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  console: [],
  redis: ['console'],
  build: ['contract', 'console'],
  'build/content': ['contract', 'console'],
  'build/check': ['contract', 'console', 'build/content'],
  'build/render': ['contract', 'console', 'build/content'],
  'build/output': ['contract', 'console', 'build/content', 'build/render'],
  'build/command.ts': ['contract', 'console', 'build', 'releases', 'pages'],
  'build/console': ['contract', 'console', 'build', 'releases'],
  releases: ['contract', 'console', 'redis', 'build/content', 'build/output', 'build/render'],
  'releases/deploy/command.ts': ['contract', 'console', 'build', 'releases'],
  'releases/deploy/deploy.ts': ['contract', 'console', 'build', 'releases'],
  'releases/deploy/main.ts': ['console', 'build/console', 'releases'],
  sync: ['contract', 'console', 'build/content', 'build/output', 'releases'],
  editing: ['contract', 'console', 'build/content', 'build/check'],
  quality: ['contract', 'console', 'build'],
  pages: ['contract', 'console', 'build', 'releases', 'quality'],
  // The views of the preview share the types of its answers.
  'pages/catalogue/client/preview': ['contract', 'pages', 'pages/preview'],
  'pricing-service': ['contract', 'console', 'redis'],
  infra: ['contract'],
  'infra/api-changes': ['contract', 'console'],
  // This program combines rooms to write all generated files.
  'infra/generate': ['contract', 'console', 'build/check', 'editing/schemas', 'quality', 'infra'],
  'infra/operate': ['contract', 'console', 'pricing-service', 'releases', 'build/output'],
  'infra/local': ['contract', 'console', 'redis', 'infra', 'pricing-service'],
  'infra/local/build-thread.ts': [
    'contract',
    'console',
    'build',
    'releases',
    'sync',
    'pages',
    'pages/preview',
  ],
  // This program uses only the locks of `build/output`.
  'infra/local/run-build.ts': ['contract', 'console', 'infra', 'build/output'],
  'infra/local/render-export.ts': ['contract', 'build/output', 'build/render'],
  'infra/local/start-preview.ts': ['contract', 'console', 'infra', 'pages/preview'],
  'infra/local/builder.ts': ['contract', 'console', 'infra', 'pages/preview'],
  'infra/local/dev.ts': ['contract', 'console', 'infra', 'pages/preview'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

test('every import between folders is one that the design allows', async (t) => {
  const imports = await readImports();
  t.true(imports.length > 1000);
  t.deepEqual(
    imports.filter(({ from, to }) => !isAllowed(from, to)),
    [],
  );
});

test('no two folders import each other, unless one contains the other', async (t) => {
  const pairs = new Map<string, Import>();
  for (const each of await readImports()) {
    if (compositions.has(each.from)) continue;
    pairs.set(`${dirname(each.from)} ${dirname(each.to)}`, each);
  }
  const mutual = [...pairs].flatMap(([pair, { from, to }]) => {
    const [a = '', b = ''] = pair.split(' ');
    if (a === b || isBelow(a, b) || isBelow(b, a) || !pairs.has(`${b} ${a}`)) return [];
    return [`${from} imports ${to}`];
  });
  t.deepEqual(mutual, []);
});

/** The files with their own row in `mayImport`; all other rows are folders. */
const compositions = new Set(Object.keys(mayImport).filter((path) => path.endsWith('.ts')));

function isAllowed(from: string, to: string): boolean {
  const [folder, allowed] = Object.entries(mayImport)
    .filter(([path]) => isBelow(from, path))
    .reduce((best, row) => (row[0].length > best[0].length ? row : best), ['', [] as string[]]);
  if (isBelow(to, 'pages/preview') && !isBelow(from, 'pages/preview')) {
    return allowed.includes('pages/preview');
  }
  return [folder, ...allowed].some((path) => isBelow(to, path));
}

/** Returns true if `path` is `parent` or below it. */
function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

let reading: Promise<Import[]> | undefined;

/** Returns every import of a TypeScript file of the rooms by another. */
function readImports(): Promise<Import[]> {
  reading ??= findImports();
  return reading;
}

async function findImports(): Promise<Import[]> {
  const folders = new Set(Object.keys(mayImport).map((path) => path.split('/')[0]));
  const files = await fastGlob(`{${[...folders].join()}}/**/*.{ts,tsx}`);
  const found = files.map(async (from) => {
    const text = await readFile(from, 'utf8');
    const paths = text.matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+)'/g);
    return Array.from(paths, ([, path = '']) => ({
      from,
      to: normalize(join(dirname(from), path)),
    }));
  });
  return (await Promise.all(found)).flat();
}
