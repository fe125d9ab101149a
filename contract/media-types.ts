/** The kinds of file that are served, by ending; nginx's list in `infra/nginx/files.conf` is the same. */
export const mediaTypes = {
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  // Without its charset a browser guesses one (RFC 7763 section 2 wants it said).
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  atom: 'application/atom+xml',
  zip: 'application/zip',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;

/** Returns the media type that a file name's ending stands for, in upper or lower case as for nginx. */
export function mediaTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const types: Readonly<Record<string, string>> = mediaTypes;
  return Object.hasOwn(types, ending) ? (types[ending] as string) : 'application/octet-stream';
}

/** Endings of what stands beside pages, as part of a regular expression; pages themselves have none. */
export const pageFileEndings = 'css|js|md|txt|svg|atom|zip';

/**
 * Endings that a picture may have, as part of a regular expression. Cameras write `.JPG`: letters of both
 * cases are spelt out, because patterns of a JSON Schema have no flags.
 */
export const pictureEndings = ['svg', 'png', 'jpe?g', 'webp', 'avif']
  .map((ending) => ending.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join('|');
