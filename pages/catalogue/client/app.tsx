/** The application: header with market and language, and the page that the address names. */
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Locale, locales } from '../../../contract/locales.ts';
import {
  addressOf,
  apiRoot,
  chooseLocale,
  currentLocale,
  currentPage,
  startNavigation,
} from './address.ts';
import { extension } from './extension.ts';
import { Grid } from './grid.tsx';
import { Product } from './product.tsx';
import { onRead } from './read.ts';
import { language, localeNames, text } from './texts.ts';
import './style.css';

/** Shows the application in the document, and again after each change of the address or of its data. */
export function start(): void {
  const root = document.getElementById('app') as HTMLElement;
  const show = () => render(<App />, root);
  onRead(show);
  startNavigation(show);
}

function App() {
  const [name] = currentPage();
  const lang = language();
  useEffect(() => {
    document.documentElement.lang = currentLocale();
  }, [lang]);
  const { site = () => text('site'), pages = {}, Banner } = extension;
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to the page, without an entry in the history */}
      <a class="skip" href="#page" onClick={skip}>
        {text('skip')}
      </a>
      <header>
        <a class="brand" href={addressOf('')}>
          {site()}
        </a>
        {Object.entries(pages).map(([each, { title }]) => (
          <a key={each} href={addressOf(each)} aria-current={each === name ? 'page' : undefined}>
            {title()}
          </a>
        ))}
        <LocaleChoice />
      </header>
      {Banner && <Banner />}
      <main id="page" tabIndex={-1}>
        <Page />
      </main>
      <footer>
        <a href={`${apiRoot}docs/${lang === 'fr' ? 'fr' : ''}`}>{text('docs')}</a>
      </footer>
    </>
  );
}

/** Focuses the products or the page. A fragment in the address would take the focus again after a return. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  (document.getElementById('results') ?? document.getElementById('page'))?.focus();
}

function Page() {
  const [name, sku] = currentPage();
  const Extra = extension.pages?.[name]?.page;
  if (name === '') return <Grid />;
  if (name === 'products' && sku) return <Product key={sku} sku={sku} />;
  if (Extra) return <Extra />;
  return <h1>{text('notFound')}</h1>;
}

/** Chooses market and language. The United States are marked, because their prices look like those of Canada. */
function LocaleChoice() {
  const locale = currentLocale();
  return (
    <select
      class={locale === 'en-US' ? 'locale us' : 'locale'}
      aria-label={text('locale')}
      value={locale}
      onChange={(event) => chooseLocale(event.currentTarget.value as Locale)}
    >
      {locales.map((each) => (
        <option key={each} value={each} lang={each}>
          {localeNames[each]}
        </option>
      ))}
    </select>
  );
}
