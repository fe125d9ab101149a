/** The pages: a page is a file of `pages/`, an entry here, and its data in `server/data.ts`. */
import type { ComponentType } from 'preact';
import { FindingsPage } from './pages/findings.tsx';
import { ProductPage } from './pages/product.tsx';
import { QualityPage } from './pages/quality.tsx';
import { ReleasesPage } from './pages/releases.tsx';
import { WallPage } from './pages/wall.tsx';
import type { Word } from './words.ts';

/** What a page is given: the parts of its address in parentheses. */
export interface PageParts {
  readonly parts: readonly string[];
}

export interface Route {
  readonly path: RegExp;
  readonly page: ComponentType<PageParts>;
  /** Its name and address in the menu; without it the page is reached by links only. */
  readonly menu?: { readonly name: Word; readonly href: string };
}

export const routes: readonly Route[] = [
  { path: /^\/preview\/?$/, page: WallPage, menu: { name: 'products', href: '/preview' } },
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
