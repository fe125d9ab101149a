/** Adds to each operation a form that sends a request and shows the response. API keys are never stored. */

/** Maximum number of characters shown of a response body; more would make the page slow. */
const maxCharacters = 50_000;

for (const template of document.querySelectorAll('.try-template')) {
  template.replaceWith(template.content);
}
const forms = [...document.querySelectorAll('.try form')];
const result = document.getElementById('result-template');
for (const form of forms) {
  form.after(result.content.cloneNode(true));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
}

const choice = document.getElementById('key-choice');
const own = document.getElementById('own-key');
/** True if the user has chosen a key: routes to which it is optional then get it, too. */
let isChosen = false;
choice.addEventListener('change', () => {
  isChosen = true;
  own.hidden = choice.value !== 'own';
});

function keyOf({ dataset }) {
  if (dataset.key === 'none' || (dataset.key === 'optional' && !isChosen)) return '';
  return choice.value === 'own' ? own.querySelector('input').value.trim() : choice.value;
}

/** Returns URL path and headers of a form's request, without empty query and header fields. */
function toRequest(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const { name, value, dataset } of form.elements) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (value === '') continue;
    if (dataset.in === 'query') query.set(name, value);
    if (dataset.in === 'header') headers[name] = value;
  }
  const key = keyOf(form);
  if (key !== '') headers.Authorization = `Bearer ${key}`;
  return { url: query.size === 0 ? path : `${path}?${query}`, headers };
}

/** Form → time (ms) of its last request. Responses to earlier requests are not shown. */
const lastSent = new WeakMap();

async function send(form) {
  const container = form.parentElement;
  const status = container.querySelector('.result-status');
  const { url, headers } = toRequest(form);
  const sent = performance.now();
  lastSent.set(form, sent);
  status.textContent = status.dataset.sending;
  delete status.dataset.outcome;
  let response;
  let text;
  try {
    response = await fetch(url, { headers, cache: 'no-store' });
    text = await response.text();
  } catch (cause) {
    if (lastSent.get(form) === sent) {
      status.textContent = `${status.dataset.failed} (${cause.message})`;
      status.dataset.outcome = 'bad';
      container.querySelector('.result').hidden = true;
    }
    return;
  }
  if (lastSent.get(form) !== sent) return;
  const elapsed = Math.round(performance.now() - sent);
  status.textContent = `${response.status} ${response.statusText} · ${elapsed} ms`;
  status.dataset.outcome = response.status < 400 ? 'good' : 'bad';
  show(container.querySelector('.result'), { url, response, text });
}

function show(result, { url, response, text }) {
  const part = (name) => result.querySelector(`.result-${name}`);
  part('url').textContent = `GET ${url}`;
  part('headers').textContent = [...response.headers].map((field) => field.join(': ')).join('\n');
  const body = formatBody(text, response.headers.get('Content-Type') ?? '');
  const isCut = body.length > maxCharacters;
  part('body').textContent = body.slice(0, maxCharacters) || part('body').dataset.none;
  part('body').scrollTop = 0;
  part('cut').hidden = !isCut;
  const number = (value) => value.toLocaleString(document.documentElement.lang);
  part('cut').textContent = part('cut')
    .dataset.cut.replace('{shown}', number(maxCharacters))
    .replace('{all}', number(body.length));
  result.hidden = false;
}

/** Indents valid JSON; returns any other text unchanged. */
function formatBody(text, mediaType) {
  if (!/[/+]json\b/.test(mediaType)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
