/** Shows on the status page what the server answers at present: health, and the number of active products. */

const words = {
  en: {
    title: 'Now',
    failed: 'The health check did not answer.',
    catalogue: 'Public catalogue',
    served: 'served',
    servedListing: 'served',
    release: 'Release',
    listing: 'Sync listing',
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
    listing: 'Liste de synchronisation',
    none: 'aucune',
    expired: 'expirée',
    age: (minutes) => (minutes === 0 ? 'date de moins d’une minute' : `date de ${minutes} min`),
    active: 'Produits actifs',
  },
};

const say = words[document.documentElement.lang.slice(0, 2)];
const place = document.getElementById('health');
place.replaceChildren(...describe(await readJson('/v1/health'), await countActive()));

/** Returns the body of a 200, otherwise undefined. */
async function readJson(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Returns `en-CA 70` for each locale whose listing is answered. */
async function countActive() {
  const counts = place.dataset.locales.split(' ').map(async (locale) => {
    const listing = await readJson(`/v1/sync/activeProduct?locale=${locale}`);
    return listing === undefined ? [] : [`${locale} ${listing.length}`];
  });
  return (await Promise.all(counts)).flat();
}

function describe(health, active) {
  if (health === undefined) return [element('p', say.failed)];
  const { release, listing } = health;
  const rows = [
    [say.catalogue, say.served],
    [say.release, release],
    [say.listing, listing === undefined ? say.none : describeListing(listing)],
    [say.active, active.join(', ') || '–'],
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
  return [element('h2', say.title), table];
}

function describeListing({ age, expired }) {
  return `${expired ? say.expired : say.servedListing}, ${say.age(Math.floor(age / 60))}`;
}

function element(name, text = '') {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
