/** Renders what a local runner (`npm start`, `npm run dev` or `npm run stack`) prints when its server is ready. */
import type { DemoAccount } from './demo-accounts.ts';

/** Renders the address, sample commands for a product, a line for each demo key, and the lines `more`. */
export function renderAnnouncement(options: {
  address: string;
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
