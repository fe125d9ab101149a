/** Shows the current health of the server and the number of active products on the status page. */

const labelsByLanguage = {
  en: {
    title: 'Now',
    failed: 'The health check did not answer.',
    catalogue: 'Public catalogue',
    served: 'served',
    servedListing: 'served',
    release: 'Release',
    listing: 'Listing of active products',
    none: 'none',
    expired: 'expired',
    age: (minutes) => (minutes === 0 ? 'less than a minute old' : `${minutes} min old`),
    active: 'Active products',
  },
  fr: {
    title: 'En ce moment',
    failed: 'La vérification de l’état n’a pas répondu.',
    catalogue: 'Catalogue public',
    served: 'servi',
    servedListing: 'servie',
    release: 'Version',
    listing: 'Liste des produits actifs',
    none: 'aucune',
    expired: 'expirée',
    age: (minutes) =>
      minutes === 0 ? 'vieille de moins d’une minute' : `vieille de ${minutes} min`,
    active: 'Produits actifs',
  },
};

const labels = labelsByLanguage[document.documentElement.lang.slice(0, 2)];
const container = document.getElementById('health');
container.replaceChildren(...describe(await readJson('v1/health'), await countActive()));

/**
 * Returns the JSON body of a successful response, or undefined on failure. `path` is relative to the base URL of the
 * API, which is the parent of this script's folder.
 */
async function readJson(path) {
  try {
    const response = await fetch(new URL(`../${path}`, import.meta.url));
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a text for each locale with its number of active products, such as `en-CA 70`; omits a locale if its request
 * fails.
 */
async function countActive() {
  const counts = container.dataset.locales.split(' ').map(async (locale) => {
    const listing = await readJson(`v1/sync/activeProduct?locale=${locale}`);
    return listing === undefined ? [] : [`${locale} ${listing.length}`];
  });
  return (await Promise.all(counts)).flat();
}

function describe(health, active) {
  if (health === undefined) return [element('p', labels.failed)];
  const { release, listing } = health;
  const rows = [
    [labels.catalogue, labels.served],
    [labels.release, release],
    [labels.listing, listing === undefined ? labels.none : describeListing(listing)],
    [labels.active, active.join(', ') || '–'],
  ];
  const table = element('table');
  const body = element('tbody');
  for (const [name, value] of rows) {
    const row = element('tr');
    const head = element('th', name);
    head.scope = 'row';
    row.append(head, element('td', value));
    body.append(row);
  }
  table.append(body);
  return [element('h2', labels.title), table];
}

function describeListing({ age, expired }) {
  return `${expired ? labels.expired : labels.servedListing}, ${labels.age(Math.floor(age / 60))}`;
}

function element(name, text = '') {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}
