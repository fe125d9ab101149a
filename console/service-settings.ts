/** Reads the settings of the specification service, for `npm run sync` and for the local runs that start it. */
import { readDuration } from './durations.ts';
import { ExpectedError } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings for requests to the specification service, which knows which companies sell each product. */
export interface ServiceSettings {
  readonly url: URL;
  /** The bearer token, if the service requires one. */
  readonly token: string | undefined;
  /**
   * Seconds for which an answer of the specification service is valid, counted from the latest request to which the
   * service sent or confirmed it (304). After that time, the sync listing made from the answer is no longer served.
   */
  readonly maxAgeSeconds: number;
}

/**
 * Reads the settings for the specification service: `SPECIFICATION_URL`, `SPECIFICATION_TOKEN` and `SYNC_MAX_AGE`, the
 * time for which an answer of the service is valid (default: 15 minutes). If `SPECIFICATION_URL` is not set, checks
 * only the format of `SYNC_MAX_AGE`, and returns undefined. If it is set, `SYNC_MAX_AGE` must also be longer than
 * `everySeconds`, the time between two requests; for a single request, `everySeconds` is undefined and nothing is
 * compared. If a setting is invalid, throws an `ExpectedError` that names the setting and never contains a secret
 * value.
 */
export function readServiceSettings(
  { SPECIFICATION_URL: address, SPECIFICATION_TOKEN = '', SYNC_MAX_AGE = '15m' }: Environment,
  everySeconds: number | undefined,
): ServiceSettings | undefined {
  const maxAgeSeconds = readDuration('SYNC_MAX_AGE', SYNC_MAX_AGE);
  if (address === undefined) return undefined;
  if (everySeconds !== undefined && everySeconds >= maxAgeSeconds) {
    throw new ExpectedError(
      `SYNC_MAX_AGE must be longer than ${everySeconds} seconds, the time between two requests, or each listing expires before the next`,
    );
  }
  const token = SPECIFICATION_TOKEN === '' ? undefined : SPECIFICATION_TOKEN;
  if (token !== undefined && !/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) {
    throw new ExpectedError(
      'SPECIFICATION_TOKEN is not a bearer token (RFC 6750 section 2.1); copy it again, without spaces',
    );
  }
  return { url: readAddress(address), token, maxAgeSeconds };
}

/**
 * Parses the value of `SPECIFICATION_URL`. Throws an `ExpectedError` unless it is an http or https URL without user,
 * password, query and fragment, because the URL is logged and must contain no secret.
 */
function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ExpectedError(
      'SPECIFICATION_URL must be an http or https address such as https://spec.example.com',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ExpectedError(
      'SPECIFICATION_URL must have no user, password, query or fragment; set a token in SPECIFICATION_TOKEN',
    );
  }
  return url;
}
