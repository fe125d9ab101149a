/**
 * Runs the search in the header: a combobox that follows the ARIA Authoring Practices. MiniSearch and the index are
 * loaded when the field first receives focus.
 */

const search = document.querySelector('.search');
const field = search.querySelector('input');
const list = search.querySelector('[role=listbox]');
const status = search.querySelector('[role=status]');
const { library, entries: entriesAddress, none, count, failed } = search.dataset;
const maxResults = 8;
let engine;

search.hidden = false;
field.addEventListener('focus', open);
field.addEventListener('input', show);
field.addEventListener('keydown', onKey);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input, select, textarea, [contenteditable]');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  field.focus();
});
for (const leaving of ['click', 'focusin']) {
  document.addEventListener(leaving, ({ target }) => {
    if (!search.contains(target)) close();
  });
}
list.addEventListener('click', close);

/** Normalizes a word for the index and the query: without accents and in lower case, so that `cle` finds `clé`. */
function toTerm(word) {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Returns the search index, which the first call loads. If loading fails, shows a message and returns undefined; the
 * next call tries again.
 */
async function open() {
  engine ??= load();
  try {
    return await engine;
  } catch (error) {
    reportError(error);
    engine = undefined;
    status.textContent = failed;
    status.classList.add('nothing');
  }
}

async function load() {
  const [{ default: MiniSearch }, { default: entries }] = await Promise.all([
    import(library),
    import(entriesAddress),
  ]);
  const index = new MiniSearch({
    idField: 'address',
    fields: ['title', 'code', 'text'],
    storeFields: ['title', 'code', 'page'],
    processTerm: toTerm,
    searchOptions: { boost: { code: 8, title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(entries);
  return index;
}

async function show() {
  const query = field.value.trim();
  const index = await open();
  if (index === undefined) return;
  const found = query === '' ? [] : index.search(query).slice(0, maxResults);
  // The user has changed the query or left the search while the index was loading.
  if (query !== field.value.trim() || !search.contains(document.activeElement)) return;
  list.replaceChildren(...found.map(toOption));
  list.hidden = found.length === 0;
  field.setAttribute('aria-expanded', String(found.length > 0));
  field.removeAttribute('aria-activedescendant');
  if (query === '') status.textContent = '';
  else status.textContent = found.length === 0 ? none : count.replace('{count}', found.length);
  status.classList.toggle('nothing', query !== '' && found.length === 0);
}

function toOption({ id, title, code, page }, index) {
  const option = document.createElement('a');
  option.id = `search-option-${index}`;
  option.href = id;
  option.tabIndex = -1;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  const name = document.createElement('span');
  name.textContent = title;
  const where = document.createElement('small');
  where.textContent = code === undefined ? page : `${page} · ${code}`;
  option.append(name, ' ', where);
  return option;
}

function onKey(event) {
  const options = [...list.children];
  const at = options.findIndex((option) => option.ariaSelected === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && options.length > 0) {
    event.preventDefault();
    const next =
      at === -1 && step === -1 ? options.length - 1 : (at + step + options.length) % options.length;
    select(options, next);
  } else if (event.key === 'Enter' && options.length > 0) {
    event.preventDefault();
    (options[at] ?? options[0]).click();
  } else if (event.key === 'Escape') {
    event.preventDefault();
    if (list.hidden) field.value = '';
    close();
  }
}

function select(options, index) {
  for (const [at, option] of options.entries()) {
    option.setAttribute('aria-selected', String(at === index));
  }
  field.setAttribute('aria-activedescendant', options[index].id);
  options[index].scrollIntoView({ block: 'nearest' });
}

function close() {
  list.hidden = true;
  list.replaceChildren();
  status.textContent = '';
  status.classList.remove('nothing');
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}
