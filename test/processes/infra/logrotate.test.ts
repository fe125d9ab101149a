/** The rotation of the access log by logrotate, with a real nginx. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { findProgram, testPrograms } from '../../../infra/provision/programs.ts';
import { readAccessLog } from '../../helpers/access-log.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { startTestNginx } from '../../helpers/nginx.ts';
import { compileInto } from '../../helpers/pricing-app.ts';

const run = promisify(execFile);
/** The folders that nginx uses on an installed machine; the tests replace them with their own. */
const installed = {
  logs: '/var/log/apparel-catalogue',
  run: '/run/apparel-catalogue',
};

/**
 * Copies the project's settings of logrotate, changed for logs in a new folder. Returns that folder, its subfolder
 * `logs`, the unchanged text of the settings, `rotate`, which runs logrotate, and `old`, which lists the rotated logs.
 */
async function prepare(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const logs = join(folder, 'logs');
  await mkdir(logs);
  const text = await readFile('infra/logrotate/apparel-catalogue', 'utf8');
  const settings = join(folder, 'rotation');
  const own = text.replaceAll(installed.logs, logs).replaceAll(installed.run, join(folder, 'run'));
  await writeFile(settings, own);
  await chmod(settings, 0o644);
  const logrotate = testPrograms.find(({ name }) => name === 'logrotate');
  const program = (logrotate && (await findProgram(logrotate))) ?? 'logrotate';
  const rotate = (...options: string[]) =>
    run(program, [...options, '--state', join(folder, 'state'), settings]);
  const old = async () => (await readdir(logs)).filter((name) => name !== 'access.log').sort();
  return { folder, logs, text, rotate, old };
}

test.serial('no request is missing from the logs after rotations under load', async (t) => {
  const { folder, logs, rotate, old } = await prepare(t);
  const { release } = await compileInto(join(folder, 'dist'));
  const pricingPort = await findPort('127.0.0.1', 0);
  const { port } = await startTestNginx(t, { folder, baseUrl, pricingPort, release });
  const ids: unknown[] = [];
  let isRotating = true;
  const load = (async () => {
    const client = createClient(port);
    while (isRotating) {
      ids.push((await client('/v1/health')).headers['x-request-id']);
      // Stays below the hard limit.
      await wait(15);
    }
  })();
  for (let round = 1; round <= 3; round += 1) {
    // Every log must have at least one line.
    const known = ids.length;
    while (ids.length < known + 5) await wait(5);
    // logrotate refuses two rotations within a second, because their files would have the same name. If it fails after
    // it has moved the log, it has not signalled nginx: only exit code 0 counts.
    let isDone = false;
    while (!isDone || (await old()).length < round) {
      isDone = await rotate('--force').then(
        () => true,
        () => wait(50, false),
      );
    }
  }
  isRotating = false;
  await load;
  const last = (await createClient(port)('/v1/health')).headers['x-request-id'];
  // nginx writes this line to the new file.
  await readAccessLog(folder, [last]);
  const names = await readdir(logs);
  t.true(names.filter((name) => name.endsWith('.gz')).length >= 2);
  const texts = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(logs, name));
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    }),
  );
  const logged = new Set([...texts.join('').matchAll(/"requestId":"(\w+)"/g)].map(([, id]) => id));
  t.deepEqual(
    ids.filter((id) => !logged.has(String(id))),
    [],
  );
});

test.serial(
  'a log of more than 256 MB is rotated at once, a smaller one at the end of its day',
  async (t) => {
    const { logs, rotate, old } = await prepare(t);
    const log = join(logs, 'access.log');
    await writeFile(log, 'a line\n');
    await rotate();
    await truncate(log, 255 * 1024 * 1024);
    await rotate();
    t.deepEqual(await old(), []);
    await truncate(log, 257 * 1024 * 1024);
    await rotate();
    t.is((await old()).length, 1);
  },
);

test.serial('at most 100 old logs are kept, and the oldest ones are removed', async (t) => {
  const { logs, rotate, old } = await prepare(t);
  const begin = Math.floor(Date.now() / 1000) - 1000;
  for (let index = 0; index < 105; index += 1) {
    await writeFile(join(logs, `access.log-20261101-${begin + index}.gz`), '');
  }
  await writeFile(join(logs, 'access.log'), 'a line\n');
  await rotate('--force');
  const kept = await old();
  t.is(kept.length, 100);
  t.true(kept.includes(`access.log-20261101-${begin + 104}.gz`));
  t.false(kept.includes(`access.log-20261101-${begin + 5}.gz`));
});

test.serial('the rotation uses the log file and the pid file of nginx’s settings', async (t) => {
  const { text, rotate } = await prepare(t);
  const settingOf = async (file: string, pattern: RegExp) =>
    pattern.exec(await readFile(join('infra/nginx/settings', file), 'utf8'))?.[1];
  const log = await settingOf('access-log.conf', /^access_log (\S+) /m);
  const pid = await settingOf('process.conf', /^pid (\S+);$/m);
  t.is(log, 'logs/access.log');
  t.is(pid, 'run/nginx.pid');
  t.true(text.includes(`\n${installed.logs}/access.log {\n`));
  t.true(text.includes(`pid=${installed.run}/nginx.pid\n`));
  const { stderr } = await rotate('--debug');
  t.regex(stderr, /rotating pattern: /);
  t.notRegex(stderr.replace(/^warning: logrotate in debug mode .+$/m, ''), /error|warning/i);
});
