/**
 * Content codings and preconditions, read the same way by every server of ours
 * (RFC 9110 sections 12.5.3 and 13.1.2).
 */

/** Codings that every document is kept in, best first; `identity` is the file as it is. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** File name ending of each coding. */
export const codingSuffix: Readonly<Record<Coding, string>> = {
  br: '.br',
  gzip: '.gz',
  identity: '',
};

/**
 * Returns the coding that an `Accept-Encoding` header gets of those offered: Brotli, then gzip, where it names them
 * with a quality above zero, else identity. A wildcard names nothing, as in nginx.
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

/** Returns the coding that an item of the header accepts, empty where its quality refuses it. */
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

/** Whether `If-None-Match` names the entity tag, by weak comparison; `*` names every one. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // Our tags hold no comma, so a list may be cut at every one.
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** nginx's own entity tag of a file: `"<mtime, hex>-<length, hex>"`. */
export function fileEtag(mtimeSeconds: number, length: number): string {
  return `"${mtimeSeconds.toString(16)}-${length.toString(16)}"`;
}
