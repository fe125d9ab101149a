/**
 * Redirects users who chose French from the English overview to the French one before the page is shown. Users who come
 * from another page of the documentation followed a link to English and are not redirected.
 */
(() => {
  const { french } = document.currentScript.dataset;
  const isInside = document.referrer.startsWith(`${location.origin}/docs/`);
  try {
    if (localStorage.getItem('docs-language') !== 'fr' || isInside) return;
  } catch {
    // The browser blocks local storage.
    return;
  }
  location.replace(french + location.hash);
})();
