/** Several processes sync one folder: a daemon, and an operator who runs a round by hand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { whileLocked } from '../../../../build/output/folder-lock.ts';
import { ReleaseError } from '../../../../build/output/release-error.ts';
import { syncListingSchema } from '../../../../contract/schemas/sync.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { followRelease, type RoundResult, runRound } from '../../../../sync/round.ts';
import { createServiceSource } from '../../../../sync/service-source.ts';
import { LossError } from '../../../../sync/source.ts';
import { readValidity } from '../../../../sync/sync-folder.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { copyBuiltFixture } from '../../../helpers/released-files.ts';
import { startService } from '../../../specification-service/server.ts';

const maxAgeSeconds = 900;
const active = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));

/**
 * Creates an output folder with a sync listing of BAG-5, HOOD-2 and TEE-1, made by a round at second 1000 of a
 * simulated clock. Returns the specification service, and functions that run further rounds and check the listing.
 */
async function startListed(t: ExecutionContext) {
  const { out } = await copyBuiltFixture(t);
  const service = await startService({ products: active('BAG-5', 'HOOD-2', 'TEE-1') });
  t.teardown(() => service.leave());
  const { signal: stop } = new AbortController();
  let nowMs = 0;
  const now = () => nowMs;
  /** Returns options of `runRound` for one simulated process, with its own connection to the service. */
  const startProcess = () => {
    const source = createServiceSource({ url: new URL(service.url), maxAgeSeconds });
    t.teardown(() => source.close());
    return { out, source, stop, now };
  };
  /** Sets the simulated clock to `second`, and runs a round with its own connection, as another process would. */
  const round = (second: number, acceptLoss = false): Promise<RoundResult> => {
    nowMs = second * 1000;
    return runRound({ ...startProcess(), acceptLoss });
  };
  /**
   * Starts a round as `round` does. Resolves once the service has received its request. Returns a function by which the
   * service answers that request (`answer`), and the promise of the round's result (`result`).
   */
  const heldRound = async (second: number, acceptLoss = false) => {
    const answer = service.hold();
    const asked = service.nextAsked();
    const result = round(second, acceptLoss);
    await asked;
    return { answer, result };
  };
  const assertServed = async (skus: readonly string[], askedAt: number) => {
    const text = await readFile(join(out, 'sync/current/all/fr-CA.json'), 'utf8');
    const items = syncListingSchema.parse(JSON.parse(text));
    t.deepEqual(items.map(({ sku }) => sku).sort(), [...skus].sort());
    const expected = { askedAt, expiresAt: askedAt + maxAgeSeconds };
    t.deepEqual(await readValidity(join(out, 'sync')), expected);
  };
  await round(1000);
  return { service, startProcess, round, heldRound, assertServed };
}

test.serial('a failing round keeps the answer that another process stored meanwhile', async (t) => {
  const { service, round, heldRound, assertServed } = await startListed(t);
  const daemon = await heldRound(2000);
  service.list(active('TEE-1'));
  const operator = await round(3000, true);
  daemon.answer('error 404');
  const { served, failure } = await daemon.result;
  t.regex(failure?.message ?? '', / answers 404$/);
  t.deepEqual(served, { ...operator.served, changed: false });
  await assertServed(['TEE-1'], 3000);
});

test.serial('a late answer does not replace that of a later request', async (t) => {
  const { service, round, heldRound, assertServed } = await startListed(t);
  // Both requests are sent within the same second.
  const daemon = await heldRound(2000.1);
  service.list(active('TEE-1'));
  const operator = await round(2000.8, true);
  daemon.answer();
  t.deepEqual(await daemon.result, {
    served: { ...operator.served, changed: false },
    failure: undefined,
  });
  await assertServed(['TEE-1'], 2000);
  // The round at 3000 confirms the listing, and thus writes only its validity. The late answer is not served either.
  service.list(active('TEE-1', 'BAG-5'));
  const late = await heldRound(2500);
  service.list(active('TEE-1'));
  await round(3000);
  late.answer();
  await late.result;
  await assertServed(['TEE-1'], 3000);
});

test.serial('a loss accepted during the request is not reported again', async (t) => {
  const { service, heldRound, assertServed } = await startListed(t);
  service.list(active('TEE-1'));
  const operator = await heldRound(2000, true);
  const daemon = await heldRound(3000);
  operator.answer();
  t.is((await operator.result).failure, undefined);
  daemon.answer();
  t.is((await daemon.result).failure, undefined);
  await assertServed(['TEE-1'], 3000);
  service.list(active('BAG-5'));
  const loss = await heldRound(4000);
  loss.answer();
  t.true((await loss.result).failure instanceof LossError, 'another loss is held back');
  await assertServed(['TEE-1'], 3000);
});

test.serial(
  'of concurrent rounds the one with the latest request is served, with its validity',
  async (t) => {
    const { service, startProcess, heldRound, assertServed } = await startListed(t);
    const answers = [
      ['BAG-5', 'HOOD-2', 'TEE-1', 'JER-3'],
      ['BAG-5', 'HOOD-2'],
      ['HOOD-2', 'TEE-1'],
    ];
    const rounds = [];
    for (const [index, skus] of answers.entries()) {
      service.list(active(...skus));
      rounds.push(await heldRound(2000 + index));
    }
    // Meanwhile the listing is made again from the stored answer and the current release, as after an activation.
    const joined = followRelease(startProcess());
    for (const { answer } of rounds.toReversed()) answer();
    await Promise.all([joined, ...rounds.map(({ result }) => result)]);
    await assertServed(['HOOD-2', 'TEE-1'], 2002);
  },
);

test.serial('an answer from the future is replaced when the clock is correct', async (t) => {
  const { service, round, assertServed } = await startListed(t);
  await round(900_000);
  service.list(active('BAG-5', 'TEE-1'));
  t.is((await round(1100)).failure, undefined);
  await assertServed(['BAG-5', 'TEE-1'], 1100);
});

test.serial('a killed process releases the lock that others wait for', async (t) => {
  const folder = await makeFolder(t);
  const { signal: stop } = new AbortController();
  const args = [...nodeArguments('test/processes/releases/sync/hold-lock.ts'), folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const work = async () => 'done';
  const message = new RegExp(`^another npm run sync has been changing ${folder} for 0 s; `);
  const refused = whileLocked(folder, { holder: 'npm run sync', stop, waitMs: 0 }, work);
  await t.throwsAsync(refused, { instanceOf: ReleaseError, message });
  const stopping = new AbortController();
  const stopped = whileLocked(folder, { holder: 'npm run sync', stop: stopping.signal }, work);
  stopping.abort();
  await t.throwsAsync(stopped, { name: 'AbortError' });
  const waiting = whileLocked(folder, { holder: 'npm run sync', stop }, work);
  child.kill('SIGKILL');
  t.is(await waiting, 'done');
});
