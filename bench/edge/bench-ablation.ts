/**
 * Measures the processor time of each part of the edge (the project's nginx), such as its Lua checks or its
 * access log: compares the complete nginx with one that lacks the part, in turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '../../releases/deploy/deploy.ts';
import type { Rate } from '../ratio.ts';
import { type Change, type Contestant, startBareNginx, startEdge } from './contestants.ts';
import { measureRates, type Target } from './wrk.ts';

const sku = 'TEE100';

const removing =
  (pattern: RegExp, instead = '') =>
  (text: string) =>
    text.replaceAll(pattern, instead);

/**
 * Returns a change of nginx's configuration that removes the Lua checks of product list and product detail. These
 * checks set the variables in nginx's file paths (release id and document name); the change replaces them by constants.
 */
const luaOff = (release: string): Change => [
  'products.conf',
  (text) =>
    text
      .replace(/access_by_lua_block \{ require\("request"\)\.list\(\) \}/, '')
      .replace(/access_by_lua_block \{ require\("request"\)\.detail\(\) \}/, '')
      .replaceAll('$release', release)
      .replaceAll('$document', 'index'),
];

/**
 * Returns the variants of the edge's nginx to measure: description, such as `no access log` → changes of nginx's
 * configuration that remove the described part. The last variant lacks nearly all parts.
 */
const variantsOf = (release: string): Readonly<Record<string, readonly Change[]>> => ({
  'the open file is found anew (open_file_cache off)': [
    ['files.conf', removing(/open_file_cache max[^;]*;/g, 'open_file_cache off;')],
  ],
  'no Lua (checks, advisory limit, release, id)': [luaOff(release)],
  'no hard limit': [['request.conf', removing(/^limit_req zone.*$/gm)]],
  'no header fields of ours': [['headers.conf', removing(/^add_header .*$/gm)]],
  'no access log': [['settings/access-log.conf', () => 'access_log off;\n']],
  'none of these but the open file': [
    luaOff(release),
    ['request.conf', removing(/^limit_req zone.*$/gm)],
    ['headers.conf', removing(/^add_header .*$/gm)],
    ['settings/access-log.conf', () => 'access_log off;\n'],
  ],
});

/**
 * Measures requests of the product list and of one product's detail: to the complete nginx, to each variant that lacks
 * parts (`variantsOf`), and to a bare nginx that only sends files. In each round, each nginx gets each kind of request
 * for `seconds`. Prints a table row for each nginx with the processor time of a list request and of a detail request,
 * in microseconds. Rejects if the deploy, an nginx or wrk fails.
 */
export async function benchAblation(
  options: { readonly rounds: number; readonly seconds: number },
  print: (line: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  const started: Contestant[] = [];
  try {
    const out = join(folder, 'dist');
    const { manifest } = await deploy({ content: 'content', out, baseUrl: 'http://localhost' });
    const { release } = manifest;
    const site = { folder, release };
    const targets: Record<string, Target> = {};
    const add = async (name: string, starting: Promise<Contestant>) => {
      const server = await starting;
      started.push(server);
      targets[`list ${name}`] = { server, path: '/v1/products' };
      targets[`detail ${name}`] = { server, path: `/v1/products/${sku}` };
    };
    const parts = variantsOf(release);
    await add('the whole', startEdge(site));
    for (const [at, [name, changes]] of Object.entries(parts).entries()) {
      await add(name, startEdge(site, { name: `without-${at}`, changes }));
    }
    await add('bare nginx', startBareNginx(site, sku));
    const rates = await measureRates(options, targets);
    const time = (name: string) => (rates.get(name) as Rate).processorTime.toFixed(1);
    for (const name of ['the whole', ...Object.keys(parts), 'bare nginx']) {
      print(`| ${name} | ${time(`list ${name}`)} | ${time(`detail ${name}`)} |`);
    }
  } finally {
    for (const one of started) await one.end();
    await rm(folder, { recursive: true, force: true });
  }
}
