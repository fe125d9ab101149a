/** What `npm run sync` can be told, by arguments and by the environment. */
import { parseArgs } from 'node:util';
import { parseDuration } from './duration.ts';

export const usage = `Usage: npm run sync [-- --content DIR] [--out DIR] [--every TIME] [--accept-loss]

Lists the active products of DIR/current for GET /v1/sync/activeProduct.

  --content DIR  content folder whose active-products.csv says which products are
                 active where SPECIFICATION_URL is not set (default: content)
  --out DIR      the build's output folder (default: dist)
  --every TIME   goes on until SIGTERM: asks again after each such time (60s, 5m),
                 and follows a new release within a second
  --accept-loss  takes an answer from which more than half of the active products
                 are gone

SPECIFICATION_URL    the specification service that is asked instead of the content
SPECIFICATION_TOKEN  its bearer token, if it wants one
SYNC_MAX_AGE         for how long its last answer is served (default: 15m)

Exit codes: 0 the listing is as the source says; 1 it is not, for the reason that
was given; 2 it is not, because of a loss that was not accepted. In both cases
what was served before stays until it is too old.
`;

export interface SyncOptions {
  readonly content: string;
  readonly out: string;
  /** Seconds between two rounds; undefined for one round. */
  readonly everySeconds: number | undefined;
  readonly acceptLoss: boolean;
  /** Undefined where the content is the source. */
  readonly service: ServiceSettings | undefined;
}

export interface ServiceSettings {
  readonly url: URL;
  readonly token: string | undefined;
  readonly maxAgeSeconds: number;
}

/**
 * Reads arguments and environment; undefined asks for the usage. Throws a plain `Error` that says what is
 * wrong, without the value of anything that may be secret.
 */
export function readOptions(
  args: string[],
  environment: Readonly<Record<string, string | undefined>>,
): SyncOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      out: { type: 'string', default: 'dist' },
      every: { type: 'string' },
      'accept-loss': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { content, out, every } = values;
  const everySeconds = every === undefined ? undefined : readDuration('--every', every);
  const acceptLoss = values['accept-loss'];
  if (acceptLoss && every !== undefined) {
    throw new Error(
      '--accept-loss is for one round; what goes on with --every takes what that one took',
    );
  }
  const service = readService(environment);
  if (everySeconds !== undefined && service && everySeconds >= service.maxAgeSeconds) {
    throw new Error(
      'SYNC_MAX_AGE must be longer than --every, or each listing ends before the next',
    );
  }
  return { content, out, everySeconds, acceptLoss, service };
}

function readService({
  SPECIFICATION_URL: address,
  SPECIFICATION_TOKEN = '',
  SYNC_MAX_AGE = '15m',
}: Readonly<Record<string, string | undefined>>): ServiceSettings | undefined {
  const maxAgeSeconds = readDuration('SYNC_MAX_AGE', SYNC_MAX_AGE);
  if (address === undefined) return undefined;
  const token = SPECIFICATION_TOKEN === '' ? undefined : SPECIFICATION_TOKEN;
  if (token !== undefined && !/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) {
    throw new Error('SPECIFICATION_TOKEN is no bearer token (RFC 6750 section 2.1)');
  }
  return { url: readAddress(address), token, maxAgeSeconds };
}

/** Whatever may be a secret has a place of its own, and none in an address that is logged. */
function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(
      'SPECIFICATION_URL must be an http or https address such as https://spec.example.com',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Error(
      'SPECIFICATION_URL must have no user, password or query; a token goes to SPECIFICATION_TOKEN',
    );
  }
  return url;
}

function readDuration(name: string, text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined)
    throw new Error(`${name} is "${text}"; it must be a time such as 60s or 5m`);
  return seconds;
}
