import { randomBytes } from 'node:crypto';
import test from 'ava';
import { createApiKey } from '../../../../contract/api-key.ts';
import type { StoreReply } from '../../../../pricing-service/accounts/account-store.ts';
import { createVerifier } from '../../../../pricing-service/accounts/verifier.ts';
import { createManualClock } from '../../../helpers/pricing-app.ts';

const account = { id: 'acme', tier: 'A3', distributorPricing: true };

test('only a verification that joins the read of another request has the source coalesced', async (t) => {
  const replies: ((reply: StoreReply) => void)[] = [];
  const findKey = () => new Promise<StoreReply>((reply) => replies.push(reply));
  const sources: string[] = [];
  const verifier = createVerifier({
    store: { findKey },
    clock: createManualClock(),
    observe: (_outcome, source) => sources.push(source),
  });
  const key = createApiKey(randomBytes);
  const verifications = [verifier.verify(key), verifier.verify(key)];
  verifier.invalidateAccount('acme');
  // The pending read was sent before the change, so this verification does not join it.
  verifications.push(verifier.verify(key), verifier.verify(key));
  t.is(replies.length, 2);
  for (const reply of replies) reply({ record: { revoked: false, account } });
  await Promise.all(verifications);
  t.deepEqual(sources, ['redis', 'coalesced', 'redis', 'coalesced']);
});
