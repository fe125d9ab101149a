/**
 * Adds to every page: buttons that copy code, tabs that choose the programming language of all samples, and a highlight
 * of the current section in the table of contents. Scrolls the navigation to the current page. Without JavaScript,
 * samples are shown in all languages.
 */

const { copy, copied, notCopied, chooseLanguage } = document.body.dataset;
const sampleLanguageKey = 'sample-language';

for (const figure of document.querySelectorAll('figure.code')) {
  if (navigator.clipboard !== undefined) addCopyButton(figure);
}
for (const figures of groupSamples()) addTabs(figures);
showLanguage(storedSampleLanguage() ?? 'TypeScript');
highlightCurrentSection();
showCurrentPage();
handleLanguageClicks();

function addCopyButton(figure) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  // Screen readers announce the changed label.
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    const code = figure.querySelector('pre code');
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = copied;
    } catch {
      // The browser refuses: the code is selected, so that the user can copy it.
      getSelection().selectAllChildren(code);
      button.textContent = notCopied;
    }
    setTimeout(() => {
      button.textContent = copy;
    }, 2000);
  });
  figure.querySelector('figcaption').append(button);
}

/** Returns, for each sample, its `<figure>`s: code and output in every language. */
function groupSamples() {
  const groups = new Map();
  for (const figure of document.querySelectorAll('figure[data-sample]')) {
    const { sample } = figure.dataset;
    groups.set(sample, [...(groups.get(sample) ?? []), figure]);
  }
  return groups.values();
}

/**
 * Adds tabs to the figures of a sample, unless all are in one language. Follows the ARIA tabs pattern with automatic
 * activation: arrow keys move the focus and select.
 */
function addTabs(figures) {
  const languages = new Set(figures.map(({ dataset }) => dataset.language));
  if (languages.size === 1) return;
  const list = document.createElement('div');
  list.className = 'choices';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', chooseLanguage);
  for (const language of languages) {
    const ofLanguage = figures.filter(({ dataset }) => dataset.language === language);
    const tab = document.createElement('button');
    const panel = document.createElement('div');
    panel.id = `${ofLanguage[0].dataset.sample}-${language}`;
    tab.id = `${panel.id}-tab`;
    tab.type = 'button';
    tab.textContent = language;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => showAndStoreLanguage(language));
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    ofLanguage[0].before(panel);
    panel.append(...ofLanguage);
    list.append(tab);
  }
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const tabs = [...list.children];
    const at = tabs.indexOf(document.activeElement);
    const next = tabs.at((at + step) % tabs.length);
    showAndStoreLanguage(next.textContent);
    next.focus();
  });
  figures[0].parentElement.before(list);
}

/** Shows one language of every sample, and scrolls so that the focused tab keeps its position on the screen. */
function showLanguage(language) {
  const focused = document.activeElement;
  const top = focused.getBoundingClientRect().top;
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isSelected = tab.textContent === language;
    tab.setAttribute('aria-selected', String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isSelected;
  }
  if (focused !== document.body) {
    scrollBy({ top: focused.getBoundingClientRect().top - top, behavior: 'instant' });
  }
}

/** Shows one language of every sample and stores it for other pages and the next visit. */
function showAndStoreLanguage(language) {
  showLanguage(language);
  store(sampleLanguageKey, language);
}

/** Returns the stored programming language, or undefined if none is stored or no tab has it. */
function storedSampleLanguage() {
  let language;
  try {
    language = localStorage.getItem(sampleLanguageKey);
  } catch {
    return undefined;
  }
  const tabs = [...document.querySelectorAll('[role=tab]')];
  return tabs.some(({ textContent }) => textContent === language) ? language : undefined;
}

/**
 * Scrolls a navigation that is wider than the screen to the current page. `scrollIntoView` would also move the page.
 */
function showCurrentPage() {
  const current = document.querySelector('.pages [aria-current]');
  if (current === null) return;
  const nav = current.closest('nav');
  const [link, all] = [current, nav].map((each) => each.getBoundingClientRect());
  nav.scrollLeft = (link.left + link.right - all.left - all.right) / 2;
}

/**
 * When the user clicks the link to the other language, adds the current anchor to the link (both languages have the
 * same ids) and stores the new language, so that `language.js` can redirect from the English overview.
 */
function handleLanguageClicks() {
  for (const link of document.querySelectorAll('.language')) {
    link.addEventListener('click', () => {
      link.hash = location.hash;
      store('docs-language', link.hreflang.slice(0, 2));
    });
  }
}

/** Writes to local storage. Does nothing if the browser blocks it. */
function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the setting applies to this page only.
  }
}

function highlightCurrentSection() {
  const links = [...document.querySelectorAll('.contents a')];
  if (links.length === 0) return;
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
  const update = () => {
    const at = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120);
    for (const [index, link] of links.entries()) {
      if (index === at) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', update, { passive: true });
  update();
}
