import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import {
  browserProgram,
  findProgram,
  missingPrograms,
  provisionHint,
  redisProgram,
} from '../../../../infra/provision/programs.ts';
import { makeFolder } from '../../../helpers/content.ts';

test('a browser is found on the PATH by each of its names, the one without a window first', async (t) => {
  const folder = await makeFolder(t);
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  for (const each of [one, other]) await mkdir(each);
  const environment = { PATH: `${one}:${other}` };
  t.is(await findProgram(browserProgram, environment), undefined);
  t.deepEqual(await missingPrograms([browserProgram], environment), [browserProgram]);
  for (const name of ['google-chrome', 'chromium-browser', 'chromium', 'chromium-headless-shell']) {
    const path = join(other, name);
    await writeFile(path, '');
    t.is(await findProgram(browserProgram, environment), path);
  }
  t.deepEqual(await missingPrograms([browserProgram], environment), []);
});

test('only the browser that the environment names is used', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'chromium'), '');
  const named = join(folder, 'chrome-beta');
  const environment = { PATH: folder, CHROME_BIN: named };
  t.is(await findProgram(browserProgram, environment), undefined);
  await writeFile(named, '');
  t.is(await findProgram(browserProgram, environment), named);
  t.is(
    await findProgram(browserProgram, { ...environment, CHROME_BIN: '' }),
    join(folder, 'chromium'),
  );
});

test('only the Redis that the environment names is used', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'redis-server'), '');
  const named = join(folder, 'valkey-server');
  const environment = { PATH: folder, REDIS_SERVER: named };
  t.deepEqual(await missingPrograms([redisProgram], environment), [redisProgram]);
  t.regex(provisionHint([redisProgram], environment), /REDIS_SERVER is .*valkey-server/);
  await writeFile(named, '');
  t.is(await findProgram(redisProgram, environment), named);
});

test('a missing browser is reported with the package to install and the variable to set', (t) => {
  const hint = provisionHint([browserProgram], {});
  t.regex(
    hint,
    /^missing: (chromium-headless-shell)\nOn Debian or Ubuntu: sudo apt-get install \1\n/,
  );
  t.regex(hint, /CHROME_BIN may name it/);
  const wrong = provisionHint([browserProgram], { CHROME_BIN: '/opt/chrome' });
  t.regex(
    wrong,
    /^missing: chromium-headless-shell \(CHROME_BIN is \/opt\/chrome, which does not exist\)\n/,
  );
});
