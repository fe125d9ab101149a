/**
 * Parses request targets and query parameters, in the same way on every server. Unknown parameters are
 * ignored; a repeated known parameter and invalid percent-encoding are refused as `invalid_request`
 * (decisions.md, "Unknown parameters are ignored, repeated ones refused").
 */
import { isLocale, type Locale } from './locales.ts';
import { ApiProblem, pathOf } from './problem.ts';
import { invalidRequestDetails } from './problems.ts';
import { isReleaseId } from './release.ts';

/** Maximum length of a request target in characters. */
export const maxUrlLength = 4096;

const invalidEscape = /%(?![0-9A-Fa-f]{2})/;
/**
 * Matches a space, a control character or a character beyond ASCII, which must be percent-encoded in a URL. Servers
 * interpret such characters differently.
 */
const rawByte = /[^\x21-\x7E]/;
/** Matches a request target in origin form, or in absolute form with a scheme of HTTP (RFC 9112 section 3.2). */
const httpTarget = /^(?:\/|https?:\/\/)/i;

/**
 * Returns true if an encoded path is valid: every `%` encodes a byte other than NUL, and no dot segment leads
 * above the root.
 */
export function isDecodable(path: string): boolean {
  return !invalidEscape.test(path) && !path.includes('%00') && !leadsAboveRoot(decodeBytes(path));
}

/**
 * Returns the path by which routes are matched: without dot segments, and with each `%XX` replaced by the character of
 * that code. A character beyond ASCII becomes several characters, one for each byte in UTF-8.
 */
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

function leadsAboveRoot(path: string): boolean {
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

/** Removes the dot segments of an absolute path (RFC 3986 section 5.2.4). */
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

/**
 * Throws an `ApiProblem` with code `invalid_request` if a request target is longer than `maxUrlLength`; contains a
 * space, a control character, a character beyond ASCII, or a `%` without two hexadecimal digits; is neither a path nor
 * an http or https URL; or has an invalid path (`isDecodable`).
 */
export function assertReadableTarget(requestTarget: string): void {
  if (requestTarget.length > maxUrlLength) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.urlTooLong);
  }
  const isReadable =
    httpTarget.test(requestTarget) &&
    !invalidEscape.test(requestTarget) &&
    !rawByte.test(requestTarget);
  if (!isReadable || !isDecodable(pathOf(requestTarget))) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.malformedUrl);
  }
}

/**
 * Returns the decoded value of a query parameter, in which `+` is a space, or undefined if the parameter is missing.
 * Throws an `ApiProblem` with code `invalid_request` if the parameter is repeated.
 */
export function readParameter(requestTarget: string, name: string): string | undefined {
  const [target = ''] = requestTarget.split('#', 1);
  const at = target.indexOf('?');
  if (at === -1) return undefined;
  // With the question mark, because URLSearchParams removes one; a second one belongs to a name.
  const values = new URLSearchParams(target.slice(at)).getAll(name);
  if (values.length > 1) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.repeatedParameter);
  }
  return values[0];
}

/**
 * Returns the value of the parameter `since`, or undefined if it is missing. Throws an `ApiProblem` with code
 * `invalid_request` if the parameter is repeated or not in the format of a release id.
 */
export function readSince(requestTarget: string): string | undefined {
  const text = readParameter(requestTarget, 'since');
  if (text === undefined || isReleaseId(text)) return text;
  throw new ApiProblem('invalid_request', invalidRequestDetails.unknownSince);
}

/**
 * Returns the value of the parameter `locale`, or undefined if it is missing. Throws an `ApiProblem`:
 * `unsupported_locale` for a value that is not one of `locales`, `invalid_request` if the parameter is
 * repeated.
 */
export function readLocale(requestTarget: string): Locale | undefined {
  const text = readParameter(requestTarget, 'locale');
  if (text === undefined || isLocale(text)) return text;
  throw new ApiProblem('unsupported_locale');
}

/**
 * Throws an `ApiProblem` with code `invalid_request` if the parameter `format` is given: tables have addresses of their
 * own.
 */
export function refuseFormat(requestTarget: string): void {
  if (readParameter(requestTarget, 'format') === undefined) return;
  throw new ApiProblem('invalid_request', invalidRequestDetails.format);
}
