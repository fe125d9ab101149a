/** Reads the arguments and environment variables of `npm run sync`. */
import { parseArgs } from 'node:util';
import { readDuration } from '../console/durations.ts';
import { ExpectedError, parseWithUsage } from '../console/errors.ts';
import { assertFolder, assertNotEmpty } from '../console/folders.ts';
import { readServiceSettings, type ServiceSettings } from '../console/service-settings.ts';

/** The usage text that `npm run sync -- --help` prints. */
export const usage = `Usage: npm run sync [-- --content DIR] [--out DIR] [--every TIME] [--accept-loss]

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
  /** The content folder. */
  readonly content: string;
  /** The build's output folder. */
  readonly out: string;
  /**
   * Seconds between the starts of two rounds, in each of which the active products are requested and the listing is
   * updated; undefined for a single round.
   */
  readonly everySeconds: number | undefined;
  /** True to accept an answer of the source that lacks more than half of the products of the last accepted answer. */
  readonly acceptLoss: boolean;
  /** The service to request the active products from; undefined to read them from the content folder. */
  readonly service: ServiceSettings | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the arguments and environment variables of `npm run sync`; returns undefined for `--help`, for which the caller
 * prints the usage. If a setting is invalid, throws an `ExpectedError` that names the setting and never contains a
 * secret value. For arguments that cannot be parsed, such as an unknown option, the message contains the usage.
 */
export function readOptions(args: string[], environment: Environment): SyncOptions | undefined {
  const values = parseArguments(args);
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

function parseArguments(args: string[]) {
  return parseWithUsage(
    usage,
    () =>
      parseArgs({
        args,
        options: {
          content: { type: 'string', default: 'content' },
          out: { type: 'string', default: 'dist' },
          every: { type: 'string' },
          'accept-loss': { type: 'boolean', default: false },
          help: { type: 'boolean', default: false },
        },
      }).values,
  );
}
