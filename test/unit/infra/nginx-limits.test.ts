import { readFile } from 'node:fs/promises';
import test from 'ava';
import { advisoryLimit, hardLimit } from '../../../contract/rate-policy.ts';
import { renderContractLua } from '../../../infra/contract-lua.ts';

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');

test('the rates in the settings of nginx equal the rate policy', async (t) => {
  const [limits, request] = await Promise.all([
    read('infra/nginx/settings/limits.conf'),
    read('infra/nginx/request.conf'),
  ]);
  t.true(limits.includes(`rate=${hardLimit.requestsPerSecond}r/s;`));
  t.true(request.includes(`burst=${hardLimit.burst} nodelay;`));
  t.true(renderContractLua().includes(`["quota"] = ${advisoryLimit.quota},`));
});
