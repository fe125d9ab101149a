import { readFileSync } from 'node:fs';
import test from 'ava';
import { build } from 'esbuild';
import {
  bundledPath,
  programs,
  serverPrograms,
  unbundledScripts,
} from '../../../infra/bundle/programs.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

test('each npm script runs a bundled program, or is listed as one that does not', (t) => {
  const bundled: string[] = [];
  for (const [name, script] of Object.entries(scripts)) {
    if (unbundledScripts.includes(name)) continue;
    const [, program = ''] = /^(?:exec )?node infra\/bundle\/run\.js (\S+\.ts)$/.exec(script) ?? [];
    t.true(programs.includes(program), `npm run ${name}`);
    bundled.push(program);
  }
  t.deepEqual([...bundled, 'pricing-service/main.ts'].sort(), [...programs].sort());
});

test('no script that is missing from package.json is listed', (t) => {
  t.deepEqual(
    unbundledScripts.filter((name) => !Object.hasOwn(scripts, name)),
    [],
  );
});

test('the operation guide lists the bundled programs of a server', (t) => {
  const guide = readFileSync('docs/operation.md', 'utf8');
  const [, section = ''] = /^### Bundled programs\n([\s\S]*?)^### /m.exec(guide) ?? [];
  const rows = [...section.matchAll(/^\| (.+) \| `node bundle\/(\S+)` \|$/gm)];
  const expected = serverPrograms.map((program) => {
    const [name] =
      Object.entries(scripts).find(([, script]) => script.endsWith(` ${program}`)) ?? [];
    return [bundledPath(program), name ? `\`npm run ${name}\`` : 'the pricing service'];
  });
  t.deepEqual(rows.map(([, command, path]) => [path, command]).sort(), expected.sort());
});

test('a build loads the renderer of pages only when it renders them', async (t) => {
  const options = { bundle: true, splitting: true, format: 'esm', platform: 'node' } as const;
  const { metafile } = await build({
    ...{ ...options, entryPoints: ['build/main.ts'], outdir: 'unwritten', packages: 'external' },
    ...{ metafile: true, write: false },
  });
  const loaded = new Set(['build/main.ts']);
  // The loop also visits the files that it adds.
  for (const file of loaded) {
    for (const { kind, path } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'dynamic-import') loaded.add(path);
    }
  }
  t.true(loaded.has('pages/docs/docs-data.ts'));
  t.false(loaded.has('pages/docs/render-markdown.ts'));
});
