/**
 * The entry point of the editors' preview: the catalogue browser with products that are not public, net prices, findings,
 * quality and changes.
 */

import { start } from './app.tsx';
import { type Extension, extension } from './extension.ts';
import { Changes } from './preview/changes.tsx';
import { Banner, Findings } from './preview/findings.tsx';
import { subscribe } from './preview/preview-data.ts';
import { previewText } from './preview/preview-texts.ts';
import {
  CardMark,
  CountNote,
  ProductPanel,
  readFacts,
  readUnreleased,
} from './preview/products.tsx';
import { Quality } from './preview/quality.tsx';
import './preview/preview.css';

Object.assign(extension, {
  site: () => previewText('preview'),
  pages: {
    findings: { title: () => previewText('findings'), page: Findings },
    quality: { title: () => previewText('quality'), page: Quality },
    changes: { title: () => previewText('changes'), page: Changes },
  },
  moreProducts: () => readUnreleased().data?.products,
  moreDetail: (sku) => readFacts(sku).data?.detail,
  netPrices: (sku) => readFacts(sku).data?.net ?? [],
  isPending: (sku) => Object.keys(readFacts(sku)).length === 0,
  ...{ Banner, CardMark, CountNote, ProductPanel },
} satisfies Extension);

subscribe();
start();
