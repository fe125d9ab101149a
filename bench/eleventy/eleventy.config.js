// Configures Eleventy to render one page for each JSON document of the release, in the usual way: from a list of
// values.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const release = join(process.env.BENCH_DIST, 'current');

export default function configure(config) {
  config.addGlobalData('documents', () => {
    const { files, products } = JSON.parse(readFileSync(join(release, 'manifest.json'), 'utf8'));
    const details = Object.keys(products).flatMap(detailsOf);
    return [...Object.keys(files), ...details]
      .filter((path) => path.endsWith('.json'))
      .map((path) => ({ path, value: JSON.parse(readFileSync(join(release, path), 'utf8')) }));
  });
  return { dir: { input: 'pages', output: process.env.BENCH_OUT } };
}

// A product's documents are behind a link; beside them is the record of the build.
function detailsOf(sku) {
  const folder = `public/v1/products/${sku}`;
  const names = readdirSync(join(release, folder));
  return names.filter((name) => name !== 'object.json').map((name) => `${folder}/${name}`);
}
