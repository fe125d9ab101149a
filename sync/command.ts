/** `npm run sync`: updates the sync listing, once or until it is stopped. */
import { explainFailure } from '../console/errors.ts';
import { readSecretFiles } from '../console/secret-files.ts';
import type { Terminal } from '../console/terminal.ts';
import { readOptions, type SyncOptions, usage } from './command-line.ts';
import { createContentSource } from './content-source.ts';
import { keepSyncing } from './keep-syncing.ts';
import { type RoundOptions, type RoundResult, runRound } from './round.ts';
import { LossError, type Source } from './source.ts';
import type { ServedListing } from './update-listing.ts';

/**
 * Runs `npm run sync`, which asks a source for the active products and writes the sync listing. Returns the exit code:
 * - with `--help` 0; with an invalid option or setting 1, with the reason on standard error;
 * - with `--every`, which repeats the sync until `stop` aborts, 0: a failed round only writes a log line to standard
 *   output;
 * - of a single sync that succeeds 0; of one that `stop` ends 1;
 * - of a single sync that fails, with the reason on standard error: 2 if more than half of the products of the last
 *   accepted answer are missing from the new one (`--accept-loss` accepts this); otherwise 1, even if the listing was
 *   written and only old listings could not be removed.
 */
export async function runSync(
  args: string[],
  terminal: Terminal,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  let options: SyncOptions | undefined;
  try {
    options = readOptions(args, readSecretFiles(terminal.env));
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
  if (options === undefined) {
    terminal.stdout.write(usage);
    return 0;
  }
  try {
    const served = await sync(options, terminal, stop);
    if (served?.cleanUpFailure === undefined) return 0;
    terminal.stderr.write(`${explainFailure(served.cleanUpFailure)}\n`);
    return 1;
  } catch (error) {
    if (!stop.aborted) terminal.stderr.write(`no new listing: ${explainFailure(error)}\n`);
    return error instanceof LossError ? 2 : 1;
  }
}

/**
 * Updates the sync listing once and returns the listing that is then served; throws `SyncError` or `ReleaseError` if
 * this fails. If `everySeconds` is set, updates it repeatedly until `stop` aborts, reports failures without ending, and
 * returns undefined.
 */
async function sync(
  { out, everySeconds, acceptLoss, ...from }: SyncOptions,
  { stdout }: Terminal,
  stop: AbortSignal,
): Promise<ServedListing | undefined> {
  const now = Date.now;
  const source = await openSource(from);
  const options: RoundOptions = { out, source, acceptLoss, now, stop };
  try {
    if (everySeconds !== undefined) {
      const onResult = (result: RoundResult) => void stdout.write(renderLogLine(result, now()));
      await keepSyncing({ ...options, everySeconds, onResult });
      return undefined;
    }
    const { served, failure } = await runRound(options);
    if (failure) throw failure;
    if (served) stdout.write(describeListing(served));
    return served;
  } finally {
    await source.close();
  }
}

/**
 * Returns the source of active products: the specification service, or the content folder if `service` is undefined.
 * The caller must close the source. Loads the HTTP client only for the service, because loading it doubles the start
 * time.
 */
async function openSource({
  content,
  service,
}: Pick<SyncOptions, 'content' | 'service'>): Promise<Source> {
  if (service === undefined) return createContentSource(content);
  const { createServiceSource } = await import('./service-source.ts');
  return createServiceSource(service);
}

/**
 * Returns text for a terminal about the sync listing that is served. The first line has its id, number of products and
 * release. Further lines, if there are such data, have its expiry (ISO 8601), and at most ten of the SKUs and ten of
 * the companies that the source names and the listing omits, because the release does not have them.
 */
export function describeListing({
  listing,
  release,
  products,
  changed,
  expiresAt,
  unknown: { skus, companies },
}: ServedListing): string {
  return [
    `listing ${listing}: ${products} active products of release ${release}${changed ? '' : ', unchanged'}`,
    ...(expiresAt === undefined ? [] : [`  expires ${toIso(expiresAt)}`]),
    ...(skus.length > 0 ? [`  left out, not in the catalogue: ${formatExamples(skus)}`] : []),
    ...(companies.length > 0
      ? [`  left out, unknown companies: ${formatExamples(companies)}`]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/**
 * Returns the result of a round, or of an update of the listing for a new release, as a log line in JSON. The level is
 * `error` if the answer of the source was not accepted, the update failed, or old listings could not be removed.
 */
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
