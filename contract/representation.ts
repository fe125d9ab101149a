/** Content codings and preconditions, the same for every server (RFC 9110 sections 12.5.3 and 13.1.2). */

/** Content codings in order of preference; `identity` is uncompressed. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** File name suffix of each coding. */
export const codingSuffix: Readonly<Record<Coding, string>> = {
  br: '.br',
  gzip: '.gz',
  identity: '',
};

/**
 * Returns the coding for an `Accept-Encoding` header: Brotli or else gzip if it is offered and named with a quality above
 * zero, otherwise identity. Wildcards are ignored, as in nginx.
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

/** Returns the coding of an item of the header, or '' if its quality is zero. */
function acceptedCoding(item: string): string {
  if (!item.includes(';')) return toCoding(item);
  const [name = '', ...parameters] = item.split(';');
  const quality = parameters
    .map((parameter) => parameter.trim().toLowerCase())
    .find((parameter) => parameter.startsWith('q='));
  return quality !== undefined && !(Number(quality.slice(2)) > 0) ? '' : toCoding(name);
}

/** `x-gzip` is another name of gzip (RFC 9110 section 8.4.1.3). */
function toCoding(name: string): string {
  const coding = name.trim().toLowerCase();
  return coding === 'x-gzip' ? 'gzip' : coding;
}

/** Whether `If-None-Match` matches an entity tag, by weak comparison; `*` matches any. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // Our entity tags contain no comma, so the list can be split at commas.
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Returns the entity tag that nginx gives a file: `"<mtime>-<length>"` in hex. */
export function fileEtag(mtimeSeconds: number, length: number): string {
  return `"${mtimeSeconds.toString(16)}-${length.toString(16)}"`;
}
