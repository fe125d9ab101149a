/**
 * The commands of package.json, run as separate processes as users run them: an invalid option is refused.
 */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { runScript } from './build/run-process.ts';

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

for (const name of names) {
  test(`npm run ${name} refuses an unknown option on stderr, with exit code 1`, async (t) => {
    const [, script = ''] = /^node --import tsx (\S+)$/.exec(scripts[name] ?? '') ?? [];
    const { exitCode, stdout, stderr } = await runScript(script, ['--no-such-option']);
    t.is(exitCode, 1);
    t.is(stdout, '');
    t.regex(stderr, /no-such-option|Usage: /);
  });
}
