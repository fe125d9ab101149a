// Run: node refresh-prices.mjs
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const headers = new Headers({ Authorization: `Bearer ${process.env.CATALOGUE_KEY}` });
if (existsSync('prices.json') && existsSync('prices.etag')) {
  headers.set('If-None-Match', readFileSync('prices.etag', 'utf8'));
}
const answer = await fetch('https://catalogue.example/v1/products/pricing?locale=en-CA', {
  headers,
  signal: AbortSignal.timeout(30_000),
});
if (answer.status === 304) {
  console.log('nothing changed');
} else if (answer.ok) {
  const text = await answer.text();
  const { products } = JSON.parse(text);
  // Replaced in one step, for programs that read the file.
  writeFileSync('prices.json.new', text);
  renameSync('prices.json.new', 'prices.json');
  writeFileSync('prices.etag', answer.headers.get('etag') ?? '');
  console.log(`${products.length} products priced`);
} else {
  throw new Error(await answer.text());
}
