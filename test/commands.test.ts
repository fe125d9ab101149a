/** Tests that every program started by a script of package.json refuses an unknown option. */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { nodeArguments } from '../infra/local/node-arguments.ts';
import { runScript } from './build/run-process.ts';
import type { Outcome } from './run-mains.ts';

const { scripts } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> };

const names = [
  'build',
  'release',
  'diff',
  'quality',
  'deploy',
  'push',
  'pull',
  'schemas',
  'import',
];

test('every program refuses an unknown option on stderr, with exit code 1', async (t) => {
  const programs = names.map((name) => {
    const [, script = ''] = / (\S+\.ts)$/.exec(scripts[name] ?? '') ?? [];
    return nodeArguments(script).at(-1) ?? '';
  });
  const run = await runScript('test/run-mains.ts', programs);
  t.is(run.exitCode, 0, run.stderr);
  const outcomes = JSON.parse(run.stdout) as Outcome[];
  for (const [index, name] of names.entries()) {
    t.like(outcomes[index], { exitCode: 1, stdout: '' }, name);
    t.regex(outcomes[index]?.stderr ?? '', /no-such-option|Usage: /, name);
  }
});
