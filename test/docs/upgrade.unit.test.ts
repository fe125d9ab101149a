/** The commands that docs/containers.md gives for an upgrade, run with a substitute for docker. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { makeFolder } from '../helpers/content.ts';

/** Returns the shell commands of the section "Upgrade" in docs/containers.md. */
function readCommands(): string {
  const [, section = ''] = readFileSync('docs/containers.md', 'utf8').split('\n## Upgrade\n');
  return /^```sh\n([\s\S]+?)^```$/m.exec(section)?.[1] ?? '';
}

/**
 * Runs the commands of docs/containers.md with a substitute for docker that records its arguments. When a command asks
 * a service whether it is ready (`docker … exec …`), the answer is the text `ready`. Returns exit status, standard
 * error and the recorded calls.
 */
async function upgrade(t: ExecutionContext, ready: string) {
  const folder = await makeFolder(t);
  const programs = {
    'infra/images/make-secrets': 'exit 0',
    'bin/docker': `echo "$*" >>calls; case "$*" in *" exec "*) echo '${ready}';; esac`,
    'bin/sleep': 'exit 0',
  };
  for (const [path, line] of Object.entries(programs)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const options = { cwd: folder, env, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stderr } = spawnSync('sh', ['-c', readCommands()], options);
  const lines = readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n');
  const calls = lines.map((line) => line.replace('compose -f infra/compose.yaml ', ''));
  return { status, stderr, calls };
}

const ask = (service: string) =>
  `exec -T ${service} curl -sS --max-time 2 http://127.0.0.1:9121/ready`;

for (const ready of ['ready', 'Redis holds no accounts: it has lost its data']) {
  test(`an upgrade loads prices, then replaces one service after the other, if they answer: ${ready}`, async (t) => {
    const { status, calls } = await upgrade(t, ready);
    t.is(status, 0);
    t.deepEqual(calls, [
      'build',
      'run --rm commands release activate current',
      'up -d --no-deps service-1',
      ask('service-1'),
      'up -d --no-deps service-2',
      ask('service-2'),
      'run --rm commands deploy',
      'up -d',
    ]);
  });
}

test('an upgrade ends if the first service does not become ready, and says why', async (t) => {
  const { status, stderr, calls } = await upgrade(t, 'Redis has no net prices of release 1');
  t.is(status, 1);
  t.is(
    stderr,
    'the upgrade has ended: service-1 is not ready: Redis has no net prices of release 1\n',
  );
  t.deepEqual(calls.slice(0, 3), [
    'build',
    'run --rm commands release activate current',
    'up -d --no-deps service-1',
  ]);
  t.deepEqual(calls.slice(3), Array(60).fill(ask('service-1')));
});
