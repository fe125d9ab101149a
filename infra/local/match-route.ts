/** Finds the answer for a decoded request path, as the `location` blocks of `infra/nginx/` do. */
import type { AnswerKind } from '../../contract/headers.ts';
import { pageFileEndings } from '../../contract/media-types.ts';
import { movedPages } from '../../contract/moved-pages.ts';
import { picturePatterns, withoutHash } from '../../contract/pictures.ts';
import { type ExportForm, publicFiles } from '../../contract/release.ts';
import { routes } from '../../contract/routes.ts';

type SingleFileKind = Exclude<
  AnswerKind,
  'list' | 'copy' | 'detail' | 'keyed' | 'sync' | 'missing' | 'none'
>;

/**
 * A request path that a released file answers: `file`, a path in `public/`; the other kinds choose theirs by the query.
 * `sku` is that of the product to which a detail or a drawn picture (`/images/SKU/…`) belongs.
 */
export type FileMatch =
  | { readonly kind: 'list' }
  | { readonly kind: 'export'; readonly form: ExportForm }
  | { readonly kind: 'changes' }
  | { readonly kind: 'detail'; readonly sku: string }
  | { readonly kind: SingleFileKind; readonly file: string; readonly sku?: string | undefined };

/**
 * How a request path is answered: by a file, by the pricing service (`keyed`; also a `detail` with `Authorization`), or
 * by a redirect to a relative location, because the public address may have a path.
 */
export type Match =
  | FileMatch
  | { readonly kind: 'keyed' }
  | { readonly kind: 'sync' }
  | { readonly kind: 'moved'; readonly location: string }
  /** `/`: leads browsers to a page; programs get the same as at an unknown path. */
  | { readonly kind: 'root' }
  | { readonly kind: 'none' };

const catalogue: Match = { kind: 'pages', file: publicFiles.catalogue };

const fixed: ReadonlyMap<string, Match> = new Map<string, Match>([
  ['/', { kind: 'root' }],
  ['/catalogue', { kind: 'moved', location: 'catalogue/' }],
  ['/catalogue/', catalogue],
  [routes.list.path, { kind: 'list' }],
  [routes.export.path, { kind: 'export', form: { route: 'export', extension: 'ndjson' } }],
  [routes.exportTable.path, { kind: 'export', form: { route: 'export', extension: 'csv' } }],
  [routes.inventory.path, { kind: 'export', form: { route: 'inventory', extension: 'json' } }],
  [routes.inventoryTable.path, { kind: 'export', form: { route: 'inventory', extension: 'csv' } }],
  [routes.changes.path, { kind: 'changes' }],
  [routes.catalogPricing.path, { kind: 'keyed' }],
  [routes.pricingTable.path, { kind: 'keyed' }],
  [routes.sync.path, { kind: 'sync' }],
  [routes.health.path, { kind: 'health', file: publicFiles.health }],
  [routes.openapi.path, { kind: 'openapi', file: publicFiles.openapi }],
  [routes.apiCatalog.path, { kind: 'apiCatalog', file: publicFiles.apiCatalog }],
  ['/docs/', { kind: 'pages', file: publicFiles.startPage }],
  ['/docs', { kind: 'moved', location: 'docs/' }],
  ...Object.entries(movedPages).map(
    ([path, location]) => [path, { kind: 'moved', location }] as const,
  ),
  ...[publicFiles.robots, publicFiles.sitemap].map(
    (file) => [`/${file}`, { kind: 'pages', file }] as const,
  ),
  [`/${publicFiles.favicon}`, { kind: 'assets', file: publicFiles.favicon }],
]);

const product = /^\/v1\/products\/(?<sku>[^/]+)(?<pricing>\/pricing)?$/;
const catalogueProduct = /^\/catalogue\/products\/[^/]+$/;
const catalogueFile = /^\/catalogue\/[a-z]+\.(css|js)$/;
const page = /^\/docs\/[A-Za-z0-9/-]+$/;
const pageFile = new RegExp(`^/docs/[A-Za-z0-9/-]+\\.(${pageFileEndings})$`);
const picture = /^\/images\/(?<sku>[^/]+)\//;
const asset = new RegExp(`^(${picturePatterns.hashed}|${picturePatterns.plain})$`);

/** Returns how a decoded request path, without a query, is answered; `none` if no route has the path. */
export function matchRoute(path: string): Match {
  const exact = fixed.get(path);
  if (exact) return exact;
  const groups = product.exec(path)?.groups;
  if (groups?.['pricing']) return { kind: 'keyed' };
  if (groups?.['sku']) return { kind: 'detail', sku: groups['sku'] };
  if (catalogueProduct.test(path)) return catalogue;
  if (catalogueFile.test(path)) return { kind: 'pages', file: path.slice(1) };
  if (page.test(path)) return { kind: 'pages', file: `${path.slice(1)}.html` };
  if (pageFile.test(path)) return { kind: 'pages', file: path.slice(1) };
  if (asset.test(path)) {
    const kind = withoutHash(path) === undefined ? 'assets' : 'pictures';
    return { kind, file: path.slice(1), sku: picture.exec(path)?.groups?.['sku'] };
  }
  return { kind: 'none' };
}

/** Returns the row of the header table (design section 7) for a decoded path and its match. */
export function rowOf(match: Match, path: string): AnswerKind {
  if (match.kind === 'moved') return 'pages';
  if (match.kind === 'export' || match.kind === 'changes') return 'copy';
  // Not a page, but with the same Content-Security-Policy.
  if (match.kind === 'root') return 'none';
  return match.kind === 'none' && /^\/(docs|catalogue)\//.test(path) ? 'pages' : match.kind;
}
