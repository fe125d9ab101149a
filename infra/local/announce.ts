/** The text that local runners print when the server is ready. */
import type { DemoAccount } from './demo-accounts.ts';

/**
 * Renders what a local runner prints when its server is ready: the address, sample commands, one line for each demo
 * key, and the lines `more`.
 */
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

/** Renders the line that a local runner prints for a demo key. */
export function renderKey({ label, key }: DemoAccount): string {
  return `key ${label} ${key}`;
}
