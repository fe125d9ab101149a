// Run: node refresh-prices.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const headers = new Headers({ Authorization: `Bearer ${process.env.CATALOGUE_KEY}` });
if (existsSync('prices.etag')) {
  headers.set('If-None-Match', readFileSync('prices.etag', 'utf8'));
}
const answer = await fetch('https://catalogue.example/v1/products/pricing?locale=en-CA', {
  headers,
});
if (answer.status === 304) {
  console.log('nothing changed');
} else if (answer.ok) {
  const text = await answer.text();
  writeFileSync('prices.json', text);
  writeFileSync('prices.etag', answer.headers.get('etag') ?? '');
  console.log(`${JSON.parse(text).products.length} products priced`);
} else {
  throw new Error(await answer.text());
}
