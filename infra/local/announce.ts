/** What the local runners print once requests are answered. */
import type { DemoAccount } from './demo-accounts.ts';

/** The address, URLs to try, one line a demo key, and whatever else the runner offers. */
export function renderAnnouncement(options: {
  address: string;
  /** A product to try. */
  sku: string;
  accounts: readonly DemoAccount[];
  more?: readonly string[];
}): string {
  const { address, sku, accounts, more = [] } = options;
  const [first] = accounts;
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
