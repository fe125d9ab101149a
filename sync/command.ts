/** `npm run sync`: updates the sync listing, once or until it is stopped. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ReleaseError } from '../build/output/release-error.ts';
import { readDuration } from '../console/durations.ts';
import { ExpectedError, explainFailure, parseWithUsage } from '../console/errors.ts';
import { assertFolder, assertNotEmpty } from '../console/folders.ts';
import { readSecretFiles } from '../console/secret-files.ts';
import { readServiceSettings, type ServiceSettings } from '../console/service-settings.ts';
import type { Terminal } from '../console/terminal.ts';
import { linkedRelease } from '../releases/release-store.ts';
import { createContentSource } from './content-source.ts';
import {
  followRelease,
  type RoundOptions,
  type RoundResult,
  runRound,
  type ServedListing,
} from './round.ts';
import { LossError, type Source, SourceError, SyncError } from './source.ts';

const usage = `Usage: npm run sync [-- --content DIR] [--out DIR] [--every TIME] [--accept-loss]

Lists the active products of DIR/current for GET /v1/sync/activeProduct.

  --content DIR  content folder whose active-products.csv names the active products
                 if SPECIFICATION_URL is not set (default: content)
  --out DIR      the build's output folder (default: dist)
  --every TIME   runs until SIGTERM: asks at this interval (60s, 5m), and lists the
                 products of a new release within a second
  --accept-loss  accepts an answer that lacks more than half of the active products

SPECIFICATION_URL    the specification service to ask instead of the content
SPECIFICATION_TOKEN  its bearer token, if it requires one
SYNC_MAX_AGE         how long its last answer is served (default: 15m)

Examples:
  npm run sync
  npm run sync -- --content ../catalogue --accept-loss
  SPECIFICATION_URL=https://spec.example.com npm run sync -- --every 60s

Exit codes: 0 the listing matches the source; 1 it does not, for the printed
reason; 2 it does not, because of a loss that was not accepted. After 1 and 2 the
last listing is served until it expires.
`;

/** The settings of `npm run sync`, from the command line and the environment. */
export interface SyncOptions {
  readonly content: string;
  readonly out: string;
  /** Seconds between the starts of two rounds; undefined for a single round. */
  readonly everySeconds: number | undefined;
  readonly acceptLoss: boolean;
  /** The service to ask; undefined to read the products from the content folder. */
  readonly service: ServiceSettings | undefined;
}

/** Reads arguments and settings; undefined for `--help`. Throws `ExpectedError` for invalid ones, without secrets. */
export function readOptions(
  args: string[],
  environment: Readonly<Record<string, string | undefined>>,
): SyncOptions | undefined {
  const options = {
    content: { type: 'string', default: 'content' },
    out: { type: 'string', default: 'dist' },
    every: { type: 'string' },
    'accept-loss': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  const { values } = parseWithUsage(usage, () => parseArgs({ args, options }));
  if (values.help) return undefined;
  const { content, out, every, 'accept-loss': acceptLoss } = values;
  assertNotEmpty('--content', content);
  assertFolder('--out', out);
  const everySeconds = every === undefined ? undefined : readDuration('--every', every);
  if (acceptLoss && every !== undefined) {
    throw new ExpectedError(
      '--accept-loss is for one round: run it once without --every; a sync that runs with --every then continues from the accepted answer',
    );
  }
  const service = readServiceSettings(environment, everySeconds);
  return { content, out, everySeconds, acceptLoss, service };
}

/** Runs `npm run sync` and returns the exit code, as its usage says; with `--every`, 0 when `stop` aborts. */
export async function runSync(
  args: string[],
  { env, stdout, stderr }: Terminal,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  let options: SyncOptions | undefined;
  try {
    options = readOptions(args, readSecretFiles(env));
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
  if (options === undefined) {
    stdout.write(usage);
    return 0;
  }
  const source = await openSource(options);
  try {
    const { out, acceptLoss, everySeconds } = options;
    const round: RoundOptions = { out, source, acceptLoss, now: Date.now, stop };
    if (everySeconds !== undefined) {
      const log = (result: RoundResult) => void stdout.write(renderLogLine(result, Date.now()));
      await keepSyncing(round, everySeconds, log);
      return 0;
    }
    const { served, failure } = await runRound(round);
    if (failure) throw failure;
    if (served) stdout.write(describeListing(served));
    if (served?.cleanUpFailure === undefined) return 0;
    stderr.write(`${explainFailure(served.cleanUpFailure)}\n`);
    return 1;
  } catch (error) {
    if (!stop.aborted) stderr.write(`no new listing: ${explainFailure(error)}\n`);
    return error instanceof LossError ? 2 : 1;
  } finally {
    await source.close();
  }
}

/** Loads the HTTP client only for the service, because that doubles the start time. The caller closes the source. */
async function openSource({ content, service }: SyncOptions): Promise<Source> {
  if (service === undefined) return createContentSource(content);
  const { createServiceSource } = await import('./service-source.ts');
  return createServiceSource(service);
}

/** Milliseconds between two checks whether another release became current. */
const checkEveryMs = 1000;

/**
 * Runs a round every `everySeconds`, after a failure not before its `Retry-After`, and updates the listing as soon as
 * another release becomes current, until `stop` aborts. Throws errors that are no `SyncError` or `ReleaseError`.
 */
async function keepSyncing(
  options: RoundOptions,
  everySeconds: number,
  onResult: (result: RoundResult) => void,
): Promise<void> {
  const { out, stop } = options;
  let nextAt = performance.now();
  let notBefore = nextAt;
  let followed: string | undefined;
  while (!stop.aborted) {
    const startedAt = performance.now();
    // Its errors are reported by the round, which reads it too.
    const current = await linkedRelease(out, 'current').catch(() => undefined);
    if (startedAt >= nextAt) {
      const result = await attempt(() => runRound(options), stop);
      const { failure } = result ?? {};
      notBefore = startedAt + (failure instanceof SourceError ? failure.retryAfterMs : 0);
      nextAt = Math.max(startedAt + everySeconds * 1000, notBefore);
      if (result) onResult(result);
    } else if (current !== followed) {
      const result = await attempt(async () => {
        const served = await followRelease(options);
        return served && { served, failure: undefined };
      }, stop);
      if (result) onResult(result);
      // Without an accepted answer, a new release starts the next round at once.
      else nextAt = notBefore;
    }
    followed = current;
    const pauseMs = Math.min(checkEveryMs, Math.max(0, nextAt - performance.now()));
    await wait(pauseMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** Returns the result of `round`, with a `SyncError` or `ReleaseError` as its failure; undefined after an abort. */
async function attempt(
  round: () => Promise<RoundResult | undefined>,
  stop: AbortSignal,
): Promise<RoundResult | undefined> {
  try {
    return await round();
  } catch (error) {
    if (stop.aborted) return undefined;
    if (error instanceof SyncError) return { served: undefined, failure: error };
    if (!(error instanceof ReleaseError)) throw error;
    return { served: undefined, failure: new SyncError(error.message, { cause: error }) };
  }
}

/** Describes the served listing for a terminal, with at most ten SKUs and companies that it omits. */
export function describeListing({
  listing,
  release,
  products,
  changed,
  expiresAt,
  unknown: { skus, companies },
}: ServedListing): string {
  const state = changed ? '' : ', unchanged';
  const lines = [`listing ${listing}: ${products} active products of release ${release}${state}`];
  if (expiresAt !== undefined) lines.push(`  expires ${toIso(expiresAt)}`);
  if (skus.length > 0) lines.push(`  left out, not in the catalogue: ${formatExamples(skus)}`);
  if (companies.length > 0)
    lines.push(`  left out, unknown companies: ${formatExamples(companies)}`);
  return `${lines.join('\n')}\n`;
}

/** Returns the result of a round as a log line in JSON; its level is `error` if a step failed. */
function renderLogLine({ served, failure }: RoundResult, nowMs: number): string {
  const { expiresAt, unknown, cleanUpFailure, ...facts } = served ?? {};
  const reported = failure ?? cleanUpFailure;
  const event = failure instanceof LossError ? 'loss_held_back' : failure ? 'not_synced' : 'synced';
  return `${JSON.stringify({
    time: new Date(nowMs).toISOString(),
    level: reported ? 'error' : 'info',
    event,
    ...(reported && { message: reported.message }),
    ...facts,
    ...(expiresAt !== undefined && { expiresAt: toIso(expiresAt) }),
    ...(unknown && unknown.skus.length > 0 && { notInCatalogue: unknown.skus }),
    ...(unknown && unknown.companies.length > 0 && { noCompanies: unknown.companies }),
  })}\n`;
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Maximum number of SKUs or companies that one line of `describeListing` names. */
const maxExamples = 10;

function formatExamples(names: readonly string[]): string {
  const more = names.length - maxExamples;
  return names.slice(0, maxExamples).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
