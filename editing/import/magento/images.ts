/** Image paths of an export in, absolute https addresses out. */
import type { Report } from '../report.ts';
import { toId } from './names.ts';
import type { ExportProduct } from './read-export.ts';
import type { Style } from './styles.ts';

/** What Magento writes where a product has no picture. */
const noPicture = 'no_selection';

/** Makes the addresses of a product's pictures; none where no base is known, which is said. */
function toUrls(product: ExportProduct, base: string | undefined, report: Report): string[] {
  const paths = product.images.filter((path) => path !== '' && path !== noPicture);
  return paths.flatMap((path) => {
    if (/^https:\/\/[^\s"<>]+$/i.test(path)) return [path];
    if (base === undefined || /^[a-z]+:/i.test(path)) {
      const reason = base === undefined ? 'give --images URL' : 'not https';
      report.note('left out', `pictures without an https address (${reason})`, path);
      return [];
    }
    const parts = path.split(/[\\/]+/).filter((part) => !['', '.', '..'].includes(part));
    return [[base, ...parts.map(encodeURIComponent)].join('/')];
  });
}

/** The pictures of each colour by its id, and those of the style as a whole. */
export interface StyleImages {
  readonly byColor: ReadonlyMap<string, readonly string[]>;
  readonly own: readonly string[];
}

/** Gathers a style's pictures, none twice; a style without its own takes its first colour's. */
export function toStyleImages(
  { product, variants }: Style,
  base: string | undefined,
  report: Report,
): StyleImages {
  const byColor = new Map<string, string[]>();
  for (const variant of variants) {
    const color = toId(variant.color);
    const known = byColor.get(color) ?? [];
    byColor.set(color, [...new Set([...known, ...toUrls(variant.product, base, report)])]);
  }
  const own = [...new Set(toUrls(product, base, report))];
  const first = [...byColor.values()].find((urls) => urls.length > 0) ?? [];
  return { byColor, own: own.length > 0 ? own : first };
}
