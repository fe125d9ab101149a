/**
 * The pages of the preview. Each has a component in `pages/`, an entry here, and a route for its data in
 * `server/data-routes.ts`.
 */
import type { ComponentType } from 'preact';
import type { TextId } from './interface-texts.ts';
import { FindingsPage } from './pages/findings.tsx';
import { ProductPage } from './pages/product.tsx';
import { ProductGridPage } from './pages/product-grid.tsx';
import { QualityPage } from './pages/quality.tsx';
import { ReleasesPage } from './pages/releases.tsx';

/** The properties of every page component. */
export interface PageProps {
  /**
   * The parts of the URL path that the groups of the route's `path` match: `['TEE100']` for `/preview/products/TEE100`.
   */
  readonly parts: readonly string[];
}

/** A page and the URL paths that show it. */
export interface Route {
  readonly path: RegExp;
  readonly page: ComponentType<PageProps>;
  /** Entry in the menu; undefined if only links lead to the page. */
  readonly menu?: { readonly name: TextId; readonly href: string };
}

/** All pages, in the order of the menu. */
export const routes: readonly Route[] = [
  { path: /^\/preview\/?$/, page: ProductGridPage, menu: { name: 'products', href: '/preview' } },
  { path: /^\/preview\/products\/([^/]+)$/, page: ProductPage },
  {
    path: /^\/preview\/findings$/,
    page: FindingsPage,
    menu: { name: 'findings', href: '/preview/findings' },
  },
  {
    path: /^\/preview\/quality$/,
    page: QualityPage,
    menu: { name: 'quality', href: '/preview/quality' },
  },
  {
    path: /^\/preview\/releases$/,
    page: ReleasesPage,
    menu: { name: 'releases', href: '/preview/releases' },
  },
];
