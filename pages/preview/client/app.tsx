/** The frame of every page: menu, state of the content, settings; and the page of the address. */
import { NothingHere } from './components/nothing-here.tsx';
import { StateLine } from './components/state-line.tsx';
import { contentState } from './live.ts';
import { here } from './location.ts';
import { type Route, routes } from './routes.ts';
import { language, nextTheme, theme } from './settings.ts';
import { count, say } from './words.ts';

const themeWords = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const;

export function App() {
  const path = decodeURIComponent(here.value.pathname);
  const found = routes.find((route) => route.path.test(path));
  const [, ...parts] = found?.path.exec(path) ?? [];
  return (
    <>
      <a class="skip" href="#page">
        {say('skip')}
      </a>
      <header class="bar">
        <a class="brand" href="/preview">
          {say('preview')}
        </a>
        <nav aria-label={say('menu')}>
          {routes.map((route) => (
            <MenuLink key={route.path.source} route={route} isHere={route === found} />
          ))}
        </nav>
        <StateLine />
        <div class="settings">
          <button type="button" class="quiet" onClick={nextTheme}>
            {say(themeWords[theme.value])}
          </button>
          <button
            type="button"
            class="quiet"
            lang={language.value === 'en' ? 'fr' : 'en'}
            onClick={() => {
              language.value = language.value === 'en' ? 'fr' : 'en';
            }}
          >
            {say('otherLanguage')}
          </button>
        </div>
      </header>
      <main id="page" tabIndex={-1}>
        {found ? <found.page key={parts.join()} parts={parts} /> : <NothingHere word="noPage" />}
      </main>
    </>
  );
}

function MenuLink({ route: { menu }, isHere }: { route: Route; isHere: boolean }) {
  if (menu === undefined) return null;
  const { errors = 0, warnings = 0 } = contentState.value ?? {};
  const found = menu.name === 'findings' ? errors + warnings : 0;
  return (
    <a class="menu-link" href={menu.href} aria-current={isHere ? 'page' : undefined}>
      {say(menu.name)}
      {found > 0 && (
        <span class={errors > 0 ? 'badge error' : 'badge warning'}>
          {found}
          <span class="unseen">
            {' '}
            {errors > 0 ? count(errors, 'error', 'errors') : count(warnings, 'warning', 'warnings')}
          </span>
        </span>
      )}
    </a>
  );
}
