/**
 * Selects content codings and evaluates preconditions, in the same way on every server (RFC 9110 sections
 * 12.5.3 and 13.1.2).
 */

/** Content codings in order of preference; `identity` means uncompressed. */
export const codings = ['br', 'gzip', 'identity'] as const;
/** A content coding. */
export type Coding = (typeof codings)[number];

/** Content coding → suffix of the names of files in this coding, with dot. */
export const codingSuffix: Readonly<Record<Coding, string>> = {
  br: '.br',
  gzip: '.gz',
  identity: '',
};

/**
 * Returns the first of `codings` that is in `offered` and that the `Accept-Encoding` header lists with a quality above
 * zero; otherwise `identity`. Ignores wildcards, as nginx does.
 */
export function chooseCoding(acceptEncoding = '', offered: readonly Coding[] = codings): Coding {
  let best: number = codings.indexOf('identity');
  for (let from = 0; from < acceptEncoding.length; ) {
    const comma = acceptEncoding.indexOf(',', from);
    const end = comma === -1 ? acceptEncoding.length : comma;
    const accepted = acceptedCoding(acceptEncoding.slice(from, end)) as Coding;
    const at = codings.indexOf(accepted);
    if (at !== -1 && at < best && offered.includes(accepted)) best = at;
    from = end + 1;
  }
  return codings[best] ?? 'identity';
}

/**
 * Returns the coding in one item of `Accept-Encoding`, such as `gzip;q=0.5`; an empty string if its quality is not
 * above zero.
 */
function acceptedCoding(item: string): string {
  if (!item.includes(';')) return toCoding(item);
  const [name = '', ...parameters] = item.split(';');
  const quality = parameters
    .map((parameter) => parameter.trim().toLowerCase())
    .find((parameter) => parameter.startsWith('q='));
  return quality !== undefined && !(Number(quality.slice(2)) > 0) ? '' : toCoding(name);
}

/**
 * Returns the name of a coding in lower case. Returns `gzip` for `x-gzip`, which is the same coding (RFC 9110 section
 * 8.4.1.3).
 */
function toCoding(name: string): string {
  const coding = name.trim().toLowerCase();
  return coding === 'x-gzip' ? 'gzip' : coding;
}

/**
 * Returns true if an `If-None-Match` header matches an entity tag by weak comparison; `*` matches any. `etag` must be
 * without `W/`, even if the tag is weak. Returns false if the header is missing.
 */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // Our entity tags contain no comma, so the list can be split at commas.
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Returns the entity tag that nginx gives a file: `"<mtime>-<length>"` in hexadecimal. */
export function fileEtag(mtimeSeconds: number, length: number): string {
  return `"${mtimeSeconds.toString(16)}-${length.toString(16)}"`;
}
