import { readFileSync } from 'node:fs';
import test from 'ava';
import { programs, unbundledScripts } from '../../../infra/bundle/programs.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

test('each npm script is bundled for servers, or is listed as one that is not', (t) => {
  const bundled: string[] = [];
  for (const [name, script] of Object.entries(scripts)) {
    if (unbundledScripts.includes(name)) continue;
    const [, program = ''] = /^node --import tsx (\S+\.ts)$/.exec(script) ?? [];
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
