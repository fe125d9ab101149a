/** Renders what a local runner (`npm start`, `npm run dev` or `npm run stack`) prints when its server is ready. */
import type { DemoAccount } from './demo-accounts.ts';

/**
 * Renders the text that a local runner prints when its server is ready: the address, sample commands, one line for each
 * demo key, and finally the lines `more`, such as `preview http://localhost:8080/preview`.
 */
export function renderAnnouncement(options: {
  address: string;
  /** The SKU of a product, for the sample commands. */
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
    `catalogue ${address}/catalogue/`,
    `docs ${address}/docs/`,
    '',
    ...accounts.map(renderKey),
    ...more,
    '',
  ].join('\n');
}

/** Renders the line that a local runner prints for a demo key: `key <label> <key>`. */
export function renderKey({ label, key }: DemoAccount): string {
  return `key ${label} ${key}`;
}
