// Eleventy as its users would set it up for this: one page a document, made from a list of values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const release = process.env.BENCH_RELEASE;

export default function configure(config) {
  config.addGlobalData('documents', () => {
    const { files } = JSON.parse(readFileSync(join(release, 'manifest.json'), 'utf8'));
    return Object.keys(files)
      .filter((path) => path.endsWith('.json'))
      .map((path) => ({ path, value: JSON.parse(readFileSync(join(release, path), 'utf8')) }));
  });
  return { dir: { input: 'pages', output: process.env.BENCH_OUT } };
}
