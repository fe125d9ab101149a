/**
 * What pages get where there is JavaScript: buttons that copy code, one choice of a language for all
 * samples, and a mark at the section that is being read. Without it every sample is shown in full.
 */

const { copy, copied, chooseLanguage } = document.body.dataset;
const storedChoice = 'sample-language';

for (const figure of document.querySelectorAll('figure.code')) {
  if (navigator.clipboard !== undefined) addCopyButton(figure);
}
for (const samples of groupSamples()) addChoices(samples);
choose(remembered() ?? 'curl');
markSectionBeingRead();
rememberLanguageOnClick();

function addCopyButton(figure) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  // A change of the text is read out.
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('pre code').textContent);
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
    }, 2000);
  });
  figure.querySelector('figcaption').append(button);
}

/** Figures of one sample that stand together, a list for each place. */
function groupSamples() {
  const groups = new Map();
  for (const figure of document.querySelectorAll('figure[data-sample]')) {
    const { sample } = figure.dataset;
    groups.set(sample, [...(groups.get(sample) ?? []), figure]);
  }
  return groups.values();
}

/** Tabs, if there is more than one language, as the ARIA Authoring Practices have them: arrows move, and moving chooses. */
function addChoices(samples) {
  const languages = new Set(samples.map(({ dataset }) => dataset.language));
  if (languages.size === 1) return;
  const list = document.createElement('div');
  list.className = 'choices';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', chooseLanguage);
  for (const language of languages) {
    const figures = samples.filter(({ dataset }) => dataset.language === language);
    const tab = document.createElement('button');
    const panel = document.createElement('div');
    panel.id = `${figures[0].dataset.sample}-${language}`;
    tab.id = `${panel.id}-tab`;
    tab.type = 'button';
    tab.textContent = language;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => chooseForGood(language));
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    figures[0].before(panel);
    panel.append(...figures);
    list.append(tab);
  }
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const tabs = [...list.children];
    const at = tabs.indexOf(document.activeElement);
    const next = tabs.at((at + step) % tabs.length);
    chooseForGood(next.textContent);
    next.focus();
  });
  samples[0].parentElement.before(list);
}

/** Shows one language of every sample, and what was clicked stays where it is on the screen. */
function choose(language) {
  const focused = document.activeElement;
  const top = focused.getBoundingClientRect().top;
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isChosen = tab.textContent === language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
  }
  if (focused !== document.body) {
    scrollBy({ top: focused.getBoundingClientRect().top - top, behavior: 'instant' });
  }
}

/** Chooses as the reader asked for, so that it holds on other pages and the next visit. */
function chooseForGood(language) {
  choose(language);
  store(storedChoice, language);
}

/** The language chosen last, if a sample of this page has it. */
function remembered() {
  let language;
  try {
    language = localStorage.getItem(storedChoice);
  } catch {
    return undefined;
  }
  const tabs = [...document.querySelectorAll('[role=tab]')];
  return tabs.some(({ textContent }) => textContent === language) ? language : undefined;
}

/** The overview then leads readers who chose French to its French page: see language.js. */
function rememberLanguageOnClick() {
  for (const link of document.querySelectorAll('.language')) {
    link.addEventListener('click', () => store('docs-language', link.hreflang.slice(0, 2)));
  }
}

/** Keeps a choice for the next visit, unless the browser keeps nothing. */
function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice holds for this page.
  }
}

function markSectionBeingRead() {
  const links = [...document.querySelectorAll('.contents a')];
  if (links.length === 0) return;
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
  const mark = () => {
    const at = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120);
    for (const [index, link] of links.entries()) {
      if (index === at) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
