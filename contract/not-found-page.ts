/** Which 404 is a page, for browsers, and which one a problem, for programs (decision 80). */
import type { Language } from './locales.ts';
import { problemMediaType } from './problem.ts';

/** Whether addresses without a page may get one: all except those of the API, which always get a problem. */
export function mayHavePage(path: string): boolean {
  return path !== '/v1' && !path.startsWith('/v1/');
}

/** Whether `Accept` names `text/html`, and JSON not with a higher quality. A wildcard names neither. */
export function prefersPage(accept = ''): boolean {
  const html = qualityOf(accept, 'text/html');
  const json = Math.max(
    ...[problemMediaType, 'application/json'].map((type) => qualityOf(accept, type)),
  );
  return html > 0 && html >= json;
}

function qualityOf(accept: string, type: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [, name] = /^[ \t]*([^; \t]*)/.exec(range) ?? [];
    if (name === type) return Number(/;[ \t]*q=([01]\.?\d*)/.exec(range)?.[1] ?? 1);
  }
  return 0;
}

/** Returns the language of the page: that of the French pages below them, otherwise that named first. */
export function notFoundLanguage(path: string, acceptLanguage = ''): Language {
  if (path === '/docs/fr' || path.startsWith('/docs/fr/')) return 'fr';
  return /^[ \t]*fr(?![a-z])/i.test(acceptLanguage) ? 'fr' : 'en';
}
