/** The import rules between rooms (docs/design.md, section 2) are checked by a tool, and it bites. */
import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import test from 'ava';
import { makeFolder } from './helpers/content.ts';

/** From a file, what it imports. */
const forbidden = [
  ['contract/a.ts', 'node:fs/promises'],
  ['contract/a.ts', '../build/b.ts'],
  ['contract/openapi/a.ts', '../../pricing-service/b.ts'],
  ['build/a.ts', '../pricing-service/b.ts'],
  ['build/rules/a.ts', '../../infra/b.ts'],
  ['contract/a.ts', '../pages/preview/b.ts'],
  ['build/a.ts', '../pages/preview/b.ts'],
  ['pricing-service/a.ts', '../pages/preview/b.ts'],
  ['infra/local/a.ts', '../../pages/preview/b.ts'],
  ['pages/preview/server/a.ts', '../../../infra/b.ts'],
  ['pages/preview/server/a.ts', '../../../pricing-service/b.ts'],
  ['build/a.ts', '../pages/b.ts'],
  ['build/release/a.ts', '../../pages/docs/b.ts'],
  ['contract/a.ts', '../pages/b.ts'],
  ['pages/docs/a.ts', '../../infra/b.ts'],
  ['pages/docs/a.ts', '../../pricing-service/b.ts'],
  ['pricing-service/routes/a.ts', '../../build/b.ts'],
  ['pricing-service/a.ts', '../infra/b.ts'],
  ['pricing-service/a.ts', '../pages/b.ts'],
  ['infra/a.ts', '../pricing-service/b.ts'],
  ['infra/a.ts', '../pages/b.ts'],
  ['infra/local/a.ts', '../../build/b.ts'],
  ['infra/local/a.ts', '../../pages/b.ts'],
  ['infra/local/a.ts', '../../test/b.ts'],
] as const;

const allowed = [
  ['build/a.ts', '../contract/b.ts'],
  ['build/a.ts', 'node:fs/promises'],
  ['pages/docs/a.ts', '../../contract/b.ts'],
  ['pages/docs/a.ts', '../../build/render/b.ts'],
  ['pricing-service/a.ts', '../contract/b.ts'],
  ['infra/a.ts', '../contract/b.ts'],
  ['infra/local/a.ts', '../../pricing-service/b.ts'],
  ['pages/preview/server/a.ts', '../../../build/b.ts'],
  ['test/a.ts', '../build/b.ts'],
] as const;

test('only imports that the design allows between folders pass the check', async (t) => {
  const folder = await makeFolder(t);
  await cp('biome.json', join(folder, 'biome.json'));
  await writeFile(join(folder, '.gitignore'), 'node_modules\n');
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const name = (index: number, kind: string) => `${kind}-${index}.ts`;
  const write = async (rows: readonly (readonly [string, string])[], kind: string) => {
    for (const [index, [file, target]] of rows.entries()) {
      const path = join(folder, dirname(file), name(index, kind));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `import { b } from '${target}';\n\nexport const c = b;\n`);
    }
  };
  await write(forbidden, 'forbidden');
  await write(allowed, 'allowed');
  const report = await lint(folder);
  const refused = new Set(
    [...report.matchAll(/(\S+\.ts):\d+:\d+ lint\/style\/noRestrictedImports/g)].map(
      ([, file]) => file,
    ),
  );
  t.deepEqual(
    [...refused].sort(),
    forbidden.map(([file], index) => join(dirname(file), name(index, 'forbidden'))).sort(),
  );
});

function lint(folder: string): Promise<string> {
  const biome = resolve('node_modules/.bin/biome');
  return new Promise((done) => {
    execFile(
      biome,
      ['lint', '--colors=off', '--max-diagnostics=100', '.'],
      { cwd: folder },
      (_, out, errors) => done(out + errors),
    );
  });
}
