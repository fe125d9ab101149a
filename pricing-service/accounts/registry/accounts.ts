/** Accounts: adding, changing and reading them. */
import { z } from 'zod';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { type Author, type Connection, type Durability, runChange } from './change.ts';
import { ChangeRefused } from './failures.ts';
import { readTogether, toMilliseconds } from './reading.ts';
import { type AccountRecord, accountIdSchema, type Program, toAccountRecord } from './records.ts';

/** An account with the number of its active keys. */
export type AccountEntry = AccountRecord & { readonly activeKeys: number };

/** Accounts read in one sending, so that a long list keeps nobody waiting behind it. */
const batchSize = 500;

/**
 * Adds an account, with distributor pricing; `first` if Redis held none before. Rejects with `ChangeRefused` (`exists`), a `ZodError`
 * for an id that cannot be one, and as `runChange` does.
 */
export async function addAccount(
  author: Author,
  { id, ...fields }: Omit<AccountRecord, 'distributorPricing'>,
): Promise<Durability & { readonly account: AccountRecord; readonly first: boolean }> {
  const keys = [redisKeys.account(accountIdSchema.parse(id)), redisKeys.accounts];
  const change = { account: id, fields };
  const { risks, first } = await runChange(author, {
    files: ['add-account'],
    whenFull: 'refuse',
    keys,
    change,
    facts: z.object({ first: z.boolean() }),
  });
  return { risks, first, account: { id, ...fields, distributorPricing: true } };
}

/** What can be changed of an account. */
export interface AccountEdit {
  readonly name?: string | undefined;
  readonly tier?: string | undefined;
  readonly program?: Program | undefined;
  readonly distributorPricing?: boolean | undefined;
}

/**
 * Changes an account and gives it as it is then; `changed` is false when all was so already. Rejects
 * with `ChangeRefused` (`no-account`), and as `runChange` does.
 */
export async function setAccount(
  author: Author,
  id: string,
  { distributorPricing: pricing, ...edit }: AccountEdit,
): Promise<Durability & { readonly changed: boolean; readonly account: AccountRecord }> {
  const priced = pricing === undefined ? {} : { distributorPricing: pricing ? '1' : '0' };
  const { fields, changed, risks } = await runChange(author, {
    files: ['set-account'],
    whenFull: 'run',
    keys: [redisKeys.account(id)],
    change: { account: id, fields: { ...edit, ...priced } },
    facts: z.object({ changed: z.boolean(), fields: z.record(z.string(), z.string()) }),
  });
  return { risks, changed, account: toAccountRecord(id, fields) };
}

/** An account by its id. Rejects with `ChangeRefused` (`no-account`). */
export async function findAccount(redis: Connection, id: string): Promise<AccountEntry> {
  const [account] = await readAccounts(redis, [id]);
  if (account === undefined) throw new ChangeRefused({ outcome: 'no-account' }, id);
  return account;
}

/** Every account, by id. */
export async function listAccounts(redis: Connection): Promise<AccountEntry[]> {
  const ids = (await redis.smembers(redisKeys.accounts)).sort();
  const entries: AccountEntry[] = [];
  for (let begin = 0; begin < ids.length; begin += batchSize) {
    entries.push(...(await readAccounts(redis, ids.slice(begin, begin + batchSize))));
  }
  return entries;
}

/** Those of the accounts that are there. */
async function readAccounts(redis: Connection, ids: readonly string[]): Promise<AccountEntry[]> {
  const pipeline = redis.pipeline().time();
  for (const id of ids) {
    pipeline
      .hgetall(redisKeys.account(id))
      .zrange(redisKeys.activeKeys(id), '0', '-1', 'WITHSCORES');
  }
  const [time, ...answers] = await readTogether(pipeline);
  const now = toMilliseconds(time);
  return ids.flatMap((id, index) => {
    const fields = answers[index * 2] as Record<string, string>;
    if (Object.keys(fields).length === 0) return [];
    const active = endsOf(answers[index * 2 + 1] as string[]).filter((end) => end > now);
    return [{ ...toAccountRecord(id, fields), activeKeys: active.length }];
  });
}

/** The moments that end active keys, of members and scores in turn. */
function endsOf(members: readonly string[]): number[] {
  return members
    .filter((_, index) => index % 2 === 1)
    .map((score) => (score === 'inf' ? Number.POSITIVE_INFINITY : Number(score)));
}
