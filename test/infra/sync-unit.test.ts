/** The unit of the sync listing agrees with what it starts. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { readOptions } from '../../build/sync/options.ts';
import { missingPrograms } from '../../infra/provision/programs.ts';
import { makeFolder } from '../helpers/content.ts';

const name = 'sync-listing.service';
const unit = await readFile(join('infra', 'systemd', name), 'utf8');

test('the command of the unit and the example of its environment are understood', async (t) => {
  const [, words = ''] =
    /^ExecStart=\/usr\/bin\/node --import tsx build\/sync\/main\.ts (.*)$/m.exec(unit) ?? [];
  const text = await readFile('infra/systemd/sync-listing.env', 'utf8');
  const lines = text.split('\n').filter((line) => /^\w/.test(line));
  const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)));
  const options = readOptions(words.split(' '), environment);
  t.is(options?.everySeconds, 60);
  t.is(options?.out, 'dist');
  t.is(options?.service?.url.href, 'https://specification.example.com/');
  t.is(options?.service?.token, undefined, 'an empty token is none');
  t.is(options?.service?.maxAgeSeconds, 900);
});

test('systemd understands the unit', async (t) => {
  const missing = await missingPrograms([
    { name: 'systemd-analyze', package: 'systemd', file: 'systemd-analyze' },
  ]);
  if (missing.length > 0) {
    t.log('SKIPPED: systemd-analyze is not here');
    t.pass();
    return;
  }
  const path = join(await makeFolder(t), name);
  // Node.js may stand elsewhere on the machine of a test; systemd looks whether it is there.
  await writeFile(path, unit.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`));
  const verify = promisify(execFile)('systemd-analyze', ['verify', path]);
  const told = await verify.catch((error: { stderr: string }) => error);
  t.deepEqual(
    told.stderr.split('\n').filter((line) => line.includes('sync-listing')),
    [],
  );
});
