import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { makeFolder } from '../../helpers/content.ts';
import { runSample, tryEach } from './run-samples.ts';

for (const name of ['first-price', 'refresh-prices', 'back-off']) {
  test(`${name} fails if the server does not answer`, async (t) => {
    const baseUrl = `http://127.0.0.1:${await findPort('127.0.0.1', 0)}`;
    await tryEach(async (ending) => {
      const { exitCode, stdout } = await runSample(name, ending, await makeFolder(t), { baseUrl });
      t.not(exitCode, 0, `${name}.${ending}: ${stdout}`);
    });
  });
}
