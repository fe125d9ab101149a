// Run: node back-off.mjs
/** Returns the last response: retries 429 and 5xx up to five times, after Retry-After or 2 to 33 seconds. */
async function getPatiently(url) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    const isTransient = answer.status === 429 || answer.status >= 500;
    if (!isTransient || attempt === 6) return answer;
    const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10);
    // The random part keeps clients that were refused together from retrying together.
    const seconds = (Number.isNaN(retryAfter) ? 2 ** attempt : retryAfter) + Math.random();
    console.error(`${answer.status}: again in ${seconds.toFixed(1)} s`);
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
  }
}

const answer = await getPatiently('https://catalogue.example/v1/products?locale=en-CA');
console.log(answer.status);
