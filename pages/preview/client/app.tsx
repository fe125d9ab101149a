/** The root component of the preview, which all pages share. */

import { ContentStatus } from './components/content-status.tsx';
import { NotFound } from './components/not-found.tsx';
import { formatFindingCounts, translate } from './interface-texts.ts';
import { contentState } from './live-data.ts';
import { currentUrl } from './location.ts';
import { type Route, routes } from './routes.ts';
import { language, nextTheme, theme } from './settings.ts';

const themeWords = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const;

/** Renders the header with menu, content status and settings, and below it the page for the current URL. */
export function App() {
  const path = decodeURIComponent(currentUrl.value.pathname);
  const current = routes.find((route) => route.path.test(path));
  const [, ...parts] = current?.path.exec(path) ?? [];
  return (
    <>
      <a class="skip" href="#page">
        {translate('skip')}
      </a>
      <header class="bar">
        <a class="brand" href="/preview">
          {translate('preview')}
        </a>
        <nav aria-label={translate('menu')}>
          {routes.map((route) => (
            <MenuLink key={route.path.source} route={route} isHere={route === current} />
          ))}
        </nav>
        <ContentStatus />
        <div class="settings">
          <button type="button" class="quiet" onClick={nextTheme}>
            {translate(themeWords[theme.value])}
          </button>
          <button
            type="button"
            class="quiet"
            lang={language.value === 'en' ? 'fr' : 'en'}
            onClick={() => {
              language.value = language.value === 'en' ? 'fr' : 'en';
            }}
          >
            {translate('otherLanguage')}
          </button>
        </div>
      </header>
      <main id="page" tabIndex={-1}>
        {current ? <current.page key={parts.join()} parts={parts} /> : <NotFound textId="noPage" />}
      </main>
    </>
  );
}

function MenuLink({ route: { menu }, isHere }: { route: Route; isHere: boolean }) {
  if (menu === undefined) return null;
  const { errors = 0, warnings = 0 } = contentState.value ?? {};
  const findingCount = menu.name === 'findings' ? errors + warnings : 0;
  return (
    <a class="menu-link" href={menu.href} aria-current={isHere ? 'page' : undefined}>
      {translate(menu.name)}
      {findingCount > 0 && (
        <span class={errors > 0 ? 'badge error' : 'badge warning'}>
          <span aria-hidden="true">{findingCount}</span>
          <span class="unseen"> {formatFindingCounts({ errors, warnings })}</span>
        </span>
      )}
    </a>
  );
}
