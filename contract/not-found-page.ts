/** Decides whether a 404 is a page for browsers or a problem document for programs. */
import type { Language } from './locales.ts';
import { problemMediaType } from './problem.ts';

/**
 * Returns true if a 404 at this path may be answered with a page. The path `/v1` and all paths below it
 * always get a problem document.
 */
export function mayHavePage(path: string): boolean {
  return path !== '/v1' && !path.startsWith('/v1/');
}

/**
 * Returns true if an `Accept` header contains `text/html` with a quality (`q`) above 0 that is not lower than that of
 * `application/json` and `application/problem+json`. Ignores wildcards. Returns false if the header is missing.
 */
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

/**
 * Returns the language of the page that a 404 has: French if the path is `/docs/fr` or below it, or if French is the
 * first language in `Accept-Language` (qualities `q` are ignored); otherwise English.
 */
export function notFoundLanguage(path: string, acceptLanguage = ''): Language {
  if (path === '/docs/fr' || path.startsWith('/docs/fr/')) return 'fr';
  return /^[ \t]*fr(?![a-z])/i.test(acceptLanguage) ? 'fr' : 'en';
}
