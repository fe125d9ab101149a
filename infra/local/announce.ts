/** What the local runners print once requests are answered. */
import { type Manifest, publicFiles, readDetailPath } from '../../contract/release.ts';
import type { DemoAccount } from './demo-accounts.ts';

/** The address, URLs to try, one line a demo key, and whatever else the runner offers. */
export function renderAnnouncement(options: {
  address: string;
  manifest: Manifest;
  accounts: readonly DemoAccount[];
  more?: readonly string[];
}): string {
  const { address, manifest, accounts, more = [] } = options;
  const [first] = accounts;
  const sku = firstSku(manifest);
  return [
    `serving ${address}`,
    '',
    `  curl ${address}/v1/products`,
    `  curl '${address}/v1/products/${sku}?locale=fr-CA'`,
    `  curl -H 'Authorization: Bearer ${first?.key}' ${address}/v1/products/${sku}/pricing`,
    `  curl ${address}/openapi.json`,
    '',
    ...accounts.map(renderKey),
    ...more,
    '',
  ].join('\n');
}

/** The line of a demo key. */
export function renderKey({ label, key }: DemoAccount): string {
  return `key ${label} ${key}`;
}

/** The first product that is in the default locale and in French. */
function firstSku({ files }: Manifest): string {
  const skus = Object.keys(files).flatMap((path) => {
    const detail = readDetailPath(path);
    return detail && detail.locale === undefined ? [detail.sku] : [];
  });
  const inFrench = (sku: string) => `public/${publicFiles.detail(sku, 'fr-CA')}` in files;
  return skus.find(inFrench) ?? skus[0] ?? '{sku}';
}
