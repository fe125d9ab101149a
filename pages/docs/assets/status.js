/** Shows the current health of the server and the number of active products on the status page. */

const labelsByLanguage = {
  en: {
    title: 'Now',
    failed: '/v1/health did not answer.',
    catalogue: 'Public data',
    served: 'online',
    servedListing: 'online',
    release: 'Release',
    listing: 'Listing of active products',
    none: 'none',
    expired: 'expired',
    age: (minutes) => (minutes === 0 ? 'read less than a minute ago' : `read ${minutes} min ago`),
    active: 'Active products',
  },
  fr: {
    title: 'En ce moment',
    failed: '/v1/health n’a pas répondu.',
    catalogue: 'Données publiques',
    served: 'en ligne',
    servedListing: 'en ligne',
    release: 'Version',
    listing: 'Liste des produits actifs',
    none: 'aucune',
    expired: 'expirée',
    age: (minutes) =>
      minutes === 0 ? 'lue il y a moins d’une minute' : `lue il y a ${minutes} min`,
    active: 'Produits actifs',
  },
};

const labels = labelsByLanguage[document.documentElement.lang.slice(0, 2)];
const container = document.getElementById('health');
// The state is what a reader comes for.
document.querySelector('h1 + p').after(container);
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
