// Compresses each file with gzip and Brotli, one after the other, as sites do after Eleventy has rendered them:
// `node compress.js FOLDER QUALITIES`. QUALITIES are Brotli's, as JSON: `{"document":10,"hot":11,"bulk":5}`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [folder, qualities] = process.argv.slice(2);
const { document, hot, bulk } = JSON.parse(qualities);

for (const entry of readdirSync(join(folder, 'public'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  const isList = /\/v1\/products\/[^/]+$/.test(path);
  const quality = bytes.length >= 1_000_000 ? bulk : isList ? hot : document;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}
