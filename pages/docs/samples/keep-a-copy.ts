import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const listingUrl = 'https://catalogue.example/v1/sync/activeProduct?locale=en-CA';

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
const revisionOf = (detail: Uint8Array) =>
  createHash('sha256').update(detail).digest('hex').slice(0, 16);

mkdirSync('copy', { recursive: true });
const etag = readIfThere('listing.etag')?.toString();
const listing = await fetch(listingUrl, { headers: etag ? { 'If-None-Match': etag } : {} });
if (listing.status === 304) {
  console.log('nothing changed');
} else if (listing.ok) {
  const items = (await listing.json()) as { sku: string; url: string; revision: string }[];
  let read = 0;
  let late = 0;
  for (const { sku, url, revision } of items) {
    const kept = readIfThere(`copy/${sku}.json`);
    if (kept && revisionOf(kept) === revision) continue;
    const answer = await fetch(url);
    const detail = Buffer.from(await answer.arrayBuffer());
    // Of another revision, it came from a cache on the way: next time it will be there.
    if (!answer.ok || revisionOf(detail) !== revision) late += 1;
    else writeFileSync(`copy/${sku}.json`, detail);
    read += 1;
  }
  const listed = new Set(items.map(({ sku }) => `${sku}.json`));
  const gone = readdirSync('copy').filter((file) => !listed.has(file));
  for (const file of gone) rmSync(`copy/${file}`);
  // Remembered only when the copy is whole, so that what is late is asked for again.
  if (late === 0) writeFileSync('listing.etag', listing.headers.get('etag') ?? '');
  console.log(`${read} read, ${late} late, ${gone.length} dropped`);
} else {
  throw new Error(await listing.text());
}
