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
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
} as const;

/** Endings of what stands beside pages, as part of a regular expression; pages themselves have none. */
export const pageFileEndings = 'css|js|md|txt|svg|atom';

/** Endings that a picture may have, as part of a regular expression. */
export const pictureEndings = 'svg|png|jpe?g|webp';
