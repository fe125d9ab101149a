/** Says on the status page what `/v1/health` answers at present. */

const place = document.getElementById('health');
place.replaceChildren(...describe(await readHealth()));

async function readHealth() {
  try {
    const answer = await fetch('/v1/health');
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

function describe(health) {
  if (health === undefined) return [element('p', 'The health check did not answer just now.')];
  const { release, listing } = health;
  const rows = [
    ['Public catalogue', 'served'],
    ['Release', release],
    ['Sync listing', listing === undefined ? 'none' : describeListing(listing)],
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
  return [element('h2', 'At this moment'), table];
}

function describeListing({ age, expired }) {
  const minutes = Math.floor(age / 60);
  const told = minutes === 0 ? 'less than a minute ago' : `${minutes} min ago`;
  return `${expired ? 'expired' : 'served'}; who sells what was asked ${told}`;
}

function element(name, text = '') {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
