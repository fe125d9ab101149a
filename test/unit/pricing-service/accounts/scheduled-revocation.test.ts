import { randomBytes } from 'node:crypto';
import test from 'ava';
import { createApiKey } from '../../../../contract/api-key.ts';
import { createVerifier } from '../../../../pricing-service/accounts/verifier.ts';
import { createManualClock } from '../../../helpers/pricing-app.ts';

const account = { id: 'acme', tier: 'A3', distributorPricing: true };

test('a key with a planned revocation works until then, and is not found in the cache afterwards', async (t) => {
  const clock = createManualClock();
  let reads = 0;
  const findKey = async () => {
    reads += 1;
    return { record: { revoked: false, revokedInMs: 10_000, account } };
  };
  const verifier = createVerifier({ store: { findKey }, clock });
  const key = createApiKey(randomBytes);
  t.deepEqual((await verifier.verify(key)).account, account);
  clock.advance(9_999);
  t.deepEqual((await verifier.verify(key)).account, account);
  clock.advance(1);
  await t.throwsAsync(verifier.verify(key), { message: /revoked/ });
  t.is(reads, 1, 'the moment was known from the first read');
});

test('a slow read makes a planned revocation earlier, never later', async (t) => {
  const clock = createManualClock();
  const findKey = async () => {
    clock.advance(10_000);
    return { record: { revoked: false, revokedInMs: 10_000, account } };
  };
  const verifier = createVerifier({ store: { findKey }, clock });
  await t.throwsAsync(verifier.verify(createApiKey(randomBytes)), { message: /revoked/ });
});
