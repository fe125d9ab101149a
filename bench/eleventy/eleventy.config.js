// Configures Eleventy to render one page for each JSON document of the release, with Eleventy's pagination over a list
// of the documents.
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

// Returns the paths of a product's JSON documents. The release has only a link to their folder, so the folder is read.
// Leaves out `object.json`, the build's record of the folder.
function detailsOf(sku) {
  const folder = `public/v1/products/${sku}`;
  const names = readdirSync(join(release, folder));
  return names.filter((name) => name !== 'object.json').map((name) => `${folder}/${name}`);
}
