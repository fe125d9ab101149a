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
 * The coding a client gets: Brotli, then gzip, where it names them with a quality above zero, else
 * identity. A wildcard names nothing, as in nginx.
 */
export function chooseCoding(acceptEncoding = ''): Coding {
  let best: number = codings.indexOf('identity');
  for (let from = 0; from < acceptEncoding.length; ) {
    const comma = acceptEncoding.indexOf(',', from);
    const end = comma === -1 ? acceptEncoding.length : comma;
    const at = codings.indexOf(acceptedName(acceptEncoding.slice(from, end)) as Coding);
    if (at !== -1 && at < best) best = at;
    from = end + 1;
  }
  return codings[best] ?? 'identity';
}

function acceptedName(item: string): string {
  if (!item.includes(';')) return item.trim().toLowerCase();
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return quality !== undefined && !(Number(quality.slice(2)) > 0) ? '' : name;
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
