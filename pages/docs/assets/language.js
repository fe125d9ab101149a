/**
 * Sends readers who chose French from the English overview to the French one, before anything is shown. Who comes from
 * another page of the docs has followed a link to English, and stays.
 */
(() => {
  const { french } = document.currentScript.dataset;
  const isInside = document.referrer.startsWith(`${location.origin}/docs/`);
  try {
    if (localStorage.getItem('docs-language') !== 'fr' || isInside) return;
  } catch {
    // A browser that keeps nothing.
    return;
  }
  location.replace(french);
})();
