import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { writeDemoAccounts } from '../../../infra/local/start-redis.ts';

test.serial('demo accounts are not waited for if the run has already been stopped', async (t) => {
  const url = `redis://127.0.0.1:${await findPort('127.0.0.1', 0)}`;
  const stopped = new Error('the run was stopped');
  const error = await t.throwsAsync(writeDemoAccounts(url, [], AbortSignal.abort(stopped)));
  t.is(error, stopped);
});

test.serial('waiting for Redis ends when the run is stopped', async (t) => {
  const url = `redis://127.0.0.1:${await findPort('127.0.0.1', 0)}`;
  const ending = new AbortController();
  const written = writeDemoAccounts(url, [], ending.signal);
  const stopped = new Error('the run was stopped');
  ending.abort(stopped);
  t.is(await t.throwsAsync(written), stopped);
});
