/**
 * Redirects users who chose French from the English overview to the French one before the page is shown. Users who come
 * from another page of the documentation followed a link to English and are not redirected.
 */
(() => {
  const { dataset, src } = document.currentScript;
  const isInside = document.referrer.startsWith(new URL('.', src).href);
  try {
    if (localStorage.getItem('docs-language') !== 'fr' || isInside) return;
  } catch {
    // The browser blocks local storage.
    return;
  }
  location.replace(dataset.french + location.hash);
})();
