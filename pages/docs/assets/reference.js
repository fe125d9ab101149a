/**
 * The reference with JavaScript: a form below the samples of each operation sends its request to this server and shows
 * the answer. A key is kept in the fields of the page, and nowhere else.
 */

/** More of a body would make the page slow. */
const shownCharacters = 50_000;

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
shareKey();

/** One key for all forms: a choice made in one is made in every other. */
function shareKey() {
  const choices = document.querySelectorAll('.key-choice');
  const owns = document.querySelectorAll('.own-key input');
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      for (const each of choices) each.value = choice.value;
      for (const own of owns) own.parentElement.hidden = choice.value !== 'own';
    });
  }
  for (const own of owns) {
    own.addEventListener('input', () => {
      for (const each of owns) each.value = own.value;
    });
  }
}

function keyOf(form) {
  const choice = form.querySelector('.key-choice')?.value ?? '';
  return choice === 'own' ? form.querySelector('.own-key input').value.trim() : choice;
}

/** The request that the fields ask for; empty fields are not sent. */
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

/** Answers that came after a later request was sent are not shown. */
const latest = new WeakMap();

async function send(form) {
  const place = form.parentElement;
  const status = place.querySelector('.result-status');
  const { url, headers } = toRequest(form);
  const sent = performance.now();
  latest.set(form, sent);
  status.textContent = status.dataset.sending;
  let answer;
  let text;
  try {
    answer = await fetch(url, { headers, cache: 'no-store' });
    text = await answer.text();
  } catch (cause) {
    if (latest.get(form) === sent) {
      status.textContent = `${status.dataset.failed} (${cause.message})`;
      place.querySelector('.result').hidden = true;
    }
    return;
  }
  if (latest.get(form) !== sent) return;
  const elapsed = Math.round(performance.now() - sent);
  status.textContent = `${answer.status} ${answer.statusText} · ${elapsed} ms`;
  status.dataset.outcome = answer.ok ? 'good' : 'bad';
  show(place.querySelector('.result'), { url, answer, text });
}

function show(result, { url, answer, text }) {
  const part = (name) => result.querySelector(`.result-${name}`);
  part('url').textContent = `GET ${url}`;
  part('headers').textContent = [...answer.headers].map((field) => field.join(': ')).join('\n');
  const body = formatted(text, answer.headers.get('Content-Type') ?? '');
  const isCut = body.length > shownCharacters;
  part('body').textContent = body.slice(0, shownCharacters) || part('body').dataset.none;
  part('body').scrollTop = 0;
  part('cut').hidden = !isCut;
  const number = (value) => value.toLocaleString(document.documentElement.lang);
  part('cut').textContent = part('cut')
    .dataset.cut.replace('{shown}', number(shownCharacters))
    .replace('{all}', number(body.length));
  result.hidden = false;
}

/** JSON over several lines; anything else as it came. */
function formatted(text, mediaType) {
  if (!/[/+]json\b/.test(mediaType)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
