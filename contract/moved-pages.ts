/**
 * Addresses of pages that have moved, and English names of French pages → the new address, relative to that of the page:
 * the public address may have a path that servers do not know.
 */
export const movedPages: Readonly<Record<string, string>> = {
  '/docs/guide': 'quickstart',
  '/docs/data-model': 'reference#schemas',
  '/docs/changes': 'limits#versions',
  '/docs/fr/guide': 'demarrage',
  '/docs/fr/modele-de-donnees': 'reference#schemas',
  '/docs/fr/changements': 'limites#versions',
  '/docs/fr/quickstart': 'demarrage',
  '/docs/fr/keep-a-copy': 'copie',
  '/docs/fr/prices': 'prix',
  '/docs/fr/stock': 'stocks',
  '/docs/fr/limits': 'limites',
  '/docs/fr/errors': 'erreurs',
  '/docs/fr/status': 'etat',
  '/docs/fr/not-offered': 'non-offert',
  '/docs/fr/data-model': 'reference#schemas',
  '/docs/fr/changes': 'limites#versions',
};
