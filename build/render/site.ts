/** Where everything that documents point at is found: the addresses of the released site. */
import type { Locale } from '../../contract/locales.ts';

export interface Site {
  /** Scheme and host of the released API, without a slash at its end. */
  readonly baseUrl: string;
}

/** Address of a file of `content/assets/`, or the https URL that content gives instead. */
export function assetUrl(site: Site, asset: string): string {
  return asset.startsWith('https://') ? asset : `${site.baseUrl}/assets/${asset}`;
}

/** Address of a picture that the build draws for a product. */
export function drawnImageUrl(site: Site, sku: string, name: string): string {
  return `${site.baseUrl}/images/${sku}/${name}.svg`;
}

export function sizeChartPath(chart: string, locale: Locale): string {
  return `docs/size-charts/${chart}/${locale}`;
}

export function decorationsPath(locale: Locale): string {
  return `docs/decorations/${locale}`;
}
