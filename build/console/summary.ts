/** Renders the summary that a successful build prints. */
import { locales } from '../../contract/locales.ts';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import { codingSuffix, codings } from '../../contract/representation.ts';
import type { Deployment } from '../../releases/deploy/deploy.ts';
import type { NetPriceChange } from '../../releases/guard/guard-release.ts';
import { renderCoverage } from '../content/localize/coverage.ts';

/** Renders the summary of a release that was built in `seconds`, one fact per line. */
export function renderSummary(compilation: Deployment, seconds: number): string {
  const { manifest, products, productsByLocale, coverage, documents } = compilation;
  const { rendered, reused } = documents;
  const byLocale = Object.entries(productsByLocale).map(([locale, count]) => `${locale} ${count}`);
  const lines = [
    `release ${manifest.release}: ${products} products`,
    ...locales.map((locale) => `  list ${locale}: ${listSizes(manifest, locale)}`),
    `  products: ${byLocale.join(', ')}`,
    ...renderCoverage(coverage),
    `  documents: ${rendered + reused}, ${rendered} rendered, ${reused} reused`,
    `  bytes: ${totals(manifest)}`,
    `  change: ${describeChange(compilation)}`,
    ...(manifest.dueAt ? [`  next date: ${manifest.dueAt}`] : []),
    `  time: ${seconds.toFixed(1)} s`,
  ];
  return `${lines.join('\n')}\n`;
}

function listSizes({ files }: Manifest, locale: (typeof locales)[number]): string {
  const sizes = codings.flatMap((coding) => {
    const file = files[`public/${publicFiles.list(locale)}${codingSuffix[coding]}`];
    return file === undefined ? [] : [`${coding} ${(file.size / 1000).toFixed(1)} kB`];
  });
  return sizes.reverse().join(', ');
}

/** Formats the size of all public files in each coding, such as `identity 4.10 MB, gzip 0.82 MB, br 0.66 MB`. */
function totals({ files, productBytes }: Manifest): string {
  const [identity, gzip, br] = productBytes;
  const bytes = { br, gzip, identity };
  for (const [path, { size }] of Object.entries(files)) {
    if (!path.startsWith('public/')) continue;
    const coding = codings.find((each) => path.endsWith(codingSuffix[each])) ?? 'identity';
    bytes[coding] += size;
  }
  const inMegabytes = codings
    .filter((coding) => bytes[coding] > 0)
    .map((coding) => `${coding} ${(bytes[coding] / 1e6).toFixed(2)} MB`);
  return inMegabytes.reverse().join(', ');
}

function describeChange({ change, toleratedDangers, manifest: { release } }: Deployment): string {
  if (change === undefined) {
    // If there is no change, the only possible danger is that the manifest of the current release is unreadable.
    return toleratedDangers[0]?.message ?? 'no earlier release to compare with';
  }
  const { before, products } = change;
  if (before === release) return `none; ${before} was already current`;
  const { changed, added, removed } = products;
  const counts = `products ${changed} changed, ${added} added, ${removed} removed`;
  return `${counts}${describeNetPrices(change.netPrices)} against ${before}`;
}

function describeNetPrices(netPrices: NetPriceChange | undefined): string {
  if (netPrices === undefined) return '; net prices could not be compared';
  const { products, byTier } = netPrices;
  if (products === 0) return '';
  const tiers = Object.entries(byTier).map(([tier, count]) => `${tier} ${count}`);
  const noun = products === 1 ? '1 product' : `${products} products`;
  return `; net prices of ${noun} changed (${tiers.join(', ')})`;
}
