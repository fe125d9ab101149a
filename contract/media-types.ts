/** File name extension, without dot → media type of served files. `infra/nginx/files.conf` has the same list. */
export const mediaTypes = {
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  // RFC 7763 section 2 requires a charset; browsers would guess one.
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  // The samples of the documentation, for downloading.
  mts: 'text/plain; charset=utf-8',
  py: 'text/plain; charset=utf-8',
  php: 'text/plain; charset=utf-8',
  sh: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/vnd.microsoft.icon',
} as const;

/**
 * Returns the media type of a file with this name or path. Its extension may be in upper or lower case, as in nginx.
 * Returns `application/octet-stream` for extensions that are not in `mediaTypes`, and for a name without an extension,
 * such as `json` or `.json`.
 */
export function mediaTypeOf(name: string): string {
  const [, extension = ''] = /[^/]\.([^./]*)$/.exec(name) ?? [];
  const ending = extension.toLowerCase();
  const types: Readonly<Record<string, string>> = mediaTypes;
  return Object.hasOwn(types, ending) ? (types[ending] as string) : 'application/octet-stream';
}

/**
 * Extensions, without dot, of the files below `/docs` that are not pages, such as style sheets, as alternatives of a
 * regular expression. URLs of pages have no extension.
 */
export const pageFileEndings = 'css|js|md|txt|svg|mts|py|php|sh';

/**
 * Extensions of pictures, without dot, as alternatives of a regular expression. Matches upper and lower case
 * explicitly, because patterns in JSON Schema have no flags.
 */
export const pictureEndings = ['svg', 'png', 'jpe?g', 'webp', 'avif']
  .map((ending) => ending.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join('|');
