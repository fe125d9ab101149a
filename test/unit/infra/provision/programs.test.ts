import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import {
  browserProgram,
  findProgram,
  missingPrograms,
  provisionHint,
} from '../../../../infra/provision/programs.ts';
import { makeFolder } from '../../../helpers/content.ts';

test('a program is found on the PATH by each of its names, or only by the one that its variable names', async (t) => {
  const folder = await makeFolder(t);
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  for (const each of [one, other]) await mkdir(each);
  const environment = { PATH: `${one}:${other}` };
  t.deepEqual(missingPrograms([browserProgram], environment), [browserProgram]);
  for (const name of ['google-chrome', 'chromium', 'chromium-headless-shell']) {
    await writeFile(join(other, name), '');
    t.is(findProgram(browserProgram, environment), join(other, name));
  }
  const CHROME_BIN = join(folder, 'chrome-beta');
  t.is(findProgram(browserProgram, { ...environment, CHROME_BIN }), undefined);
  t.regex(
    provisionHint([browserProgram], { CHROME_BIN }),
    /^missing: (chromium-headless-shell) \(CHROME_BIN is .*, which does not exist\)\n.*apt-get install \1\n/,
  );
  await writeFile(CHROME_BIN, '');
  t.is(findProgram(browserProgram, { ...environment, CHROME_BIN }), CHROME_BIN);
});
