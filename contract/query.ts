/**
 * How the query of a request is read, the same for every server: unknown parameters are ignored, a
 * repeated known one is `invalid_request`, and so is a `%` that encodes nothing (decision 3).
 */
import { isLocale, type Locale } from './locales.ts';
import { ApiProblem, pathOf } from './problem.ts';
import { invalidRequestDetails } from './problems.ts';
import { isReleaseId } from './release.ts';

/** Longest request target that is read at all, in characters. */
export const maxUrlLength = 4096;

const invalidEscape = /%(?![0-9A-Fa-f]{2})/;
/** Characters that a URL holds percent-encoded only; as they are, servers read them differently. */
const rawByte = /[^\x21-\x7E]/;

/**
 * Whether a path, still encoded, names a place at all: every `%` encodes a byte, none of them is
 * NUL, and dot segments do not climb above the root.
 */
export function isDecodable(path: string): boolean {
  return !invalidEscape.test(path) && !path.includes('%00') && !climbsAboveRoot(decodeBytes(path));
}

/** The path as routes are matched on it: percent-decoded byte by byte, dot segments removed. */
export function decodePath(path: string): string {
  const decoded = decodeBytes(path);
  return decoded.includes('/.') ? removeDotSegments(decoded) : decoded;
}

function decodeBytes(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function climbsAboveRoot(path: string): boolean {
  if (!path.includes('..')) return false;
  let depth = 0;
  return path
    .split('/')
    .slice(1)
    .some((segment) => {
      depth += segment === '..' ? -1 : segment === '.' ? 0 : 1;
      return depth < 0;
    });
}

/** RFC 3986 section 5.2.4, for an absolute path. */
function removeDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
    if (isLast && (segment === '.' || segment === '..')) kept.push('');
  });
  return `/${kept.join('/')}`;
}

/** Throws `invalid_request` for a target that is too long or whose escapes encode nothing. */
export function assertReadableTarget(requestTarget: string): void {
  if (requestTarget.length > maxUrlLength) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.urlTooLong);
  }
  const isReadable = !invalidEscape.test(requestTarget) && !rawByte.test(requestTarget);
  if (!isReadable || !isDecodable(pathOf(requestTarget))) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.malformedUrl);
  }
}

/** The one value of a parameter, or undefined; throws `invalid_request` when it is repeated. */
export function readParameter(requestTarget: string, name: string): string | undefined {
  const [target = ''] = requestTarget.split('#', 1);
  const at = target.indexOf('?');
  if (at === -1) return undefined;
  // With its question mark: URLSearchParams takes off one, and a second belongs to a name.
  const values = new URLSearchParams(target.slice(at)).getAll(name);
  if (values.length > 1) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.repeatedParameter);
  }
  return values[0];
}

/** The release asked for by `since`, or undefined; throws `invalid_request` if it is no id of a release. */
export function readSince(requestTarget: string): string | undefined {
  const text = readParameter(requestTarget, 'since');
  if (text === undefined || isReleaseId(text)) return text;
  throw new ApiProblem('invalid_request', invalidRequestDetails.unknownSince);
}

/** The locale asked for, or undefined for the default; throws `unsupported_locale`. */
export function readLocale(requestTarget: string): Locale | undefined {
  const text = readParameter(requestTarget, 'locale');
  if (text === undefined || isLocale(text)) return text;
  throw new ApiProblem('unsupported_locale');
}

/** Returns whether the answer is to be CSV, by the parameter `format`; throws `invalid_request` if it is not `csv`. */
export function wantsCsv(requestTarget: string): boolean {
  const format = readParameter(requestTarget, 'format');
  if (format === undefined || format === 'csv') return format === 'csv';
  throw new ApiProblem('invalid_request', invalidRequestDetails.formatNotCsv);
}
