// Makes a file equal to the catalogue in one locale. Run: node keep-a-copy.mts
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from './catalogue.ts';

type Schemas = components['schemas'];

const api = 'https://catalogue.example/v1/products';
const locale = 'en-CA';
const query = `locale=${locale}`;
const file = `copy.${locale}.ndjson`; // First line: the release. Then one product a line, sorted by SKU.
const tooManyChanges = 300; // With more changes than this, one export is quicker.

/** The copy: its release, and SKU → the line of the product in the export. */
interface Copy {
  release?: string | null;
  releasedAt?: string | null;
  products: Map<string, string>;
}

/** Thrown if responses are of different releases. The next run tries again. */
class TryLater extends Error {}

/** Returns headers and body. Retries 429 and 503 up to five times. Throws for other statuses. */
async function get(url: string, accepted = [200]) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) });
    const body = Buffer.from(await answer.arrayBuffer());
    const { status, headers } = answer;
    if (accepted.includes(status)) return { headers, body };
    if (![429, 503].includes(status) || attempt > 5) throw new Error(describe(status, body));
    const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10);
    // The random part keeps clients that were refused together from retrying together.
    const seconds = (Number.isNaN(retryAfter) ? 2 ** attempt : retryAfter) + Math.random();
    console.error(`${status}: retrying in ${seconds.toFixed(1)} s`);
    await sleep(seconds * 1000);
  }
}

/** Describes an error: a problem document (RFC 9457), or any body from a proxy. */
function describe(status: number, body: Buffer) {
  try {
    const { code, detail }: Schemas['Problem'] = JSON.parse(body.toString());
    return `${status} ${code}: ${detail}`;
  } catch {
    return `${status} without a problem document`;
  }
}

const revisionOf = (detail: Buffer) => createHash('sha256').update(detail).digest('hex').slice(0, 16);
const bySku = (lines: string[]) =>
  new Map(
    lines.map((line) => {
      const { sku }: Schemas['ProductDetail'] = JSON.parse(line);
      return [sku, line];
    }),
  );

function readCopy(): Copy {
  if (!existsSync(file)) return { products: new Map() };
  const [state = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return { ...JSON.parse(state), products: bySku(lines) };
}

/** Replaces the copy in one rename: a killed run leaves the old copy or the new one. */
function writeCopy({ release, releasedAt, products }: Copy) {
  const lines = [...products.keys()].sort().map((sku) => products.get(sku));
  const text = [JSON.stringify({ release, releasedAt }), ...lines, ''].join('\n');
  writeFileSync(`${file}.${process.pid}`, text, { flush: true });
  renameSync(`${file}.${process.pid}`, file);
}

/** Loads all products. Throws if `answer` (changes) is given and of another release. */
async function loadExport(
  url: string,
  answer?: Schemas['UnknownSince'] | Schemas['ChangesSince'],
): Promise<Copy> {
  const { headers, body } = await get(url);
  const release = headers.get('x-catalogue-release');
  if (answer !== undefined && release !== answer.release) {
    throw new TryLater(`the export is of release ${release}, the changes of ${answer.release}`);
  }
  const lines = body.toString().split('\n').filter(Boolean);
  return { release, releasedAt: answer?.releasedAt ?? null, products: bySku(lines) };
}

/** Returns the current catalogue: the copy with changes applied, or an export. */
async function loadNext(copy: Copy): Promise<Copy> {
  if (!copy.release) return loadExport(`${api}/export?${query}`);
  const { body } = await get(`${api}/changes?${query}&since=${copy.release}`);
  const answer: Schemas['Changes'] = JSON.parse(body.toString());
  // Without `since`, the answer has no changes.
  if (!('complete' in answer)) throw new TryLater('the answer has no changes');
  const { release, releasedAt } = answer;
  if (releasedAt < (copy.releasedAt ?? '')) throw new TryLater('the server is behind the copy');
  if (!answer.complete) return loadExport(answer.reload, answer);
  if (answer.changes.length > tooManyChanges) return loadExport(`${api}/export?${query}`, answer);
  const products = new Map(copy.products);
  for (const each of answer.changes) {
    products.delete(each.sku);
    if (each.change === 'removed') continue;
    const { body } = await get(`${api}/${each.sku}?${query}`, [200, 404]);
    // A cache or another server may answer with an older or a newer detail.
    if (revisionOf(body) !== each.revision) {
      throw new TryLater(`${each.sku} is of another release`);
    }
    products.set(each.sku, body.toString());
  }
  return { release, releasedAt, products };
}

async function update() {
  const copy = readCopy();
  const next = await loadNext(copy);
  const skus = [...next.products.keys()];
  const added = skus.filter((sku) => !copy.products.has(sku)).length;
  const removed = copy.products.size + added - skus.length;
  const changed = skus.filter((sku) => copy.products.get(sku) !== next.products.get(sku)).length;
  if (removed * 10 > copy.products.size && !process.argv.includes('--accept-removals')) {
    throw new Error(`${removed} products would be removed: if right, add --accept-removals`);
  }
  if (next.release !== copy.release || next.releasedAt !== copy.releasedAt) writeCopy(next);
  console.log(`${added} added, ${changed - added} changed, ${removed} removed`);
}

try {
  await update();
} catch (error) {
  const { message, cause = '' } = error instanceof Error ? error : new Error(String(error));
  console.error(`${message} ${cause}\nthe copy is unchanged`);
  process.exitCode = error instanceof TryLater ? 0 : 1;
}
