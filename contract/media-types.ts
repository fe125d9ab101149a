/** The kinds of file that are served, by ending; nginx's list in `infra/nginx/files.conf` is the same. */
export const mediaTypes = {
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
} as const;

/** Endings that a picture may have, as part of a regular expression. */
export const pictureEndings = 'svg|png|jpe?g|webp';
