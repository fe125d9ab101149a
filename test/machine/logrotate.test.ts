/** The rotation of the access log by logrotate, with a real nginx. */
import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../infra/local/find-port.ts';
import { findProgram } from '../../infra/provision/programs.ts';
import { readAccessLog } from '../helpers/access-log.ts';
import { baseUrl, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { startTestNginx } from '../helpers/nginx.ts';
import { compileInto } from '../helpers/pricing-app.ts';

/**
 * Starts nginx, and prepares the project's settings of logrotate for its log. Returns the folder of nginx, its port,
 * `rotate`, which runs logrotate, and `old`, which lists the rotated logs.
 */
async function prepare(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const { release } = await compileInto(join(folder, 'dist'));
  const pricingPort = await findPort('127.0.0.1', 0);
  const { port } = await startTestNginx(t, { folder, baseUrl, pricingPort, release });
  const text = await readFile('infra/logrotate/apparel-catalogue', 'utf8');
  const settings = join(folder, 'rotation');
  const own = text.replaceAll(/\/(var\/log|run)\/apparel-catalogue/g, (_, path) =>
    join(folder, path === 'run' ? 'run' : 'logs'),
  );
  await writeFile(settings, own);
  await chmod(settings, 0o644);
  const logrotate = { name: 'logrotate', package: 'logrotate', file: 'logrotate' };
  const program = findProgram(logrotate) ?? 'logrotate';
  const rotate = (...options: string[]) =>
    promisify(execFile)(program, [...options, '--state', join(folder, 'state'), settings]);
  const old = async () =>
    (await readdir(join(folder, 'logs'))).filter((name) => /^access\.log-/.test(name)).sort();
  return { folder, port, rotate, old };
}

test.serial('no request is missing from the logs after rotations under load', async (t) => {
  const { folder, port, rotate, old } = await prepare(t);
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
  const names = await old();
  t.true(names.filter((name) => name.endsWith('.gz')).length >= 2);
  let text = '';
  for (const name of [...names, 'access.log']) {
    const bytes = await readFile(join(folder, 'logs', name));
    text += name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  }
  t.deepEqual(
    ids.filter((id) => !text.includes(`"requestId":"${id}"`)),
    [],
  );
});

test.serial(
  'a log of more than 256 MB is rotated at once, a smaller one at the end of its day, and at most 100 are kept',
  async (t) => {
    const { folder, rotate, old } = await prepare(t);
    const log = join(folder, 'logs', 'access.log');
    await writeFile(log, 'a line\n');
    await rotate();
    await truncate(log, 255 * 1024 * 1024);
    await rotate();
    t.deepEqual(await old(), []);
    const begin = Math.floor(Date.now() / 1000) - 1000;
    const named = (index: number) => `access.log-20261101-${begin + index}.gz`;
    for (let index = 0; index < 105; index += 1) {
      await writeFile(join(folder, 'logs', named(index)), '');
    }
    await truncate(log, 257 * 1024 * 1024);
    await rotate();
    const kept = await old();
    t.is(kept.length, 100);
    t.true(kept.includes(named(104)));
    t.false(kept.includes(named(5)));
  },
);
