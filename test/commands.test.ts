/** The commands of package.json as processes: what their functions return in tests, people get. */
import { readFile } from 'node:fs/promises';
import test from 'ava';
import { runScript } from './build/run-process.ts';

const { scripts } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> };

for (const name of ['build', 'release', 'diff', 'quality', 'publish', 'schemas', 'import']) {
  test(`npm run ${name} refuses an unknown option on stderr, with exit code 1`, async (t) => {
    const [, script = ''] = /^node --import tsx (\S+)$/.exec(scripts[name] ?? '') ?? [];
    const { exitCode, stdout, stderr } = await runScript(script, ['--no-such-option']);
    t.is(exitCode, 1);
    t.is(stdout, '');
    t.regex(stderr, /no-such-option|Usage: /);
  });
}
