/**
 * Swagger UI (decision 42) in the place of the plain reference. It is loaded before this. It asks this server only: whatever
 * address the page was opened by, and whatever address the description names.
 */

const isDark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
isDark.addEventListener('change', follow);
follow();

/** What Swagger UI leaves without a name or out of the keyboard's reach: selector, attribute, value. */
const mended = [
  ['select:not([aria-label])', 'aria-label', nameOfSelect],
  // There is one main on a page, ours.
  ['main:not([role])', 'role', () => 'group'],
  ['pre:not([tabindex])', 'tabindex', () => '0'],
  ['.close-modal:not([aria-label])', 'aria-label', () => 'Close'],
  // It says another thing than the button shows.
  ['.auth-btn-wrapper button[aria-label]', 'aria-label', () => null],
  ['.parameters input:not([aria-label])', 'aria-label', ({ placeholder }) => placeholder],
];

function nameOfSelect(select) {
  const parameter = select.closest('[data-param-name]');
  if (parameter !== null) return parameter.dataset.paramName;
  return select.closest('.response-control-media-type') === null ? 'Example' : 'Media type';
}

const place = document.getElementById('explorer');

function mend() {
  for (const [selector, attribute, toValue] of mended) {
    for (const element of place.querySelectorAll(selector)) {
      const value = toValue(element);
      if (value === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, value);
    }
  }
}
new MutationObserver(mend).observe(place, { childList: true, subtree: true });

const answer = await fetch('/openapi.json');
if (!answer.ok) throw new Error(`/openapi.json: ${answer.status}`);
const description = await answer.json();
// They would be filled in, and are not of every catalogue.
for (const parameter of Object.values(description.components.parameters)) delete parameter.example;

const ui = globalThis.SwaggerUIBundle({
  spec: { ...description, servers: [{ url: location.origin }] },
  domNode: place,
  // Its colours cannot be told from their ground by everybody.
  syntaxHighlight: { activated: false },
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  supportedSubmitMethods: ['get'],
  validatorUrl: null,
  plugins: [
    { wrapComponents: { ServersContainer: () => () => null, InfoContainer: () => () => null } },
  ],
});

/** Offers the test keys above the routes: a chosen one is sent as if it had been entered. */
function offerTestKeys({ 'x-test-keys': keys }) {
  const select = document.createElement('select');
  select.add(new Option('None', ''));
  for (const { key, tier, percentOfMsrp, problem } of keys) {
    select.add(new Option(problem ?? `Prices, tier ${tier}: ${percentOfMsrp}% of MSRP`, key));
  }
  select.addEventListener('change', () => {
    if (select.value === '') ui.authActions.logout(['accountKey']);
    else ui.preauthorizeApiKey('accountKey', select.value);
  });
  const label = document.createElement('label');
  label.id = 'test-keys';
  label.append('Test key ', select);
  place.before(label);
}
offerTestKeys(description.components.securitySchemes.accountKey);
