/** Which pictures a product names, and where. */

import type { ProductDraft } from '../../../content/draft.ts';
import type { JsonPath } from '../../../content/findings/finding.ts';

export interface Picture {
  readonly path: JsonPath;
  /** A path below `assets/`, or an https URL. */
  readonly file: string;
}

/** The pictures of a product as a whole, then those of its colours. */
export function picturesOf({ images = [], colors = [] }: ProductDraft['product']): Picture[] {
  return [
    ...images.map(({ file }, index) => ({ path: ['images', index, 'file'], file })),
    ...colors.flatMap((color, index) =>
      (color.images ?? []).map((file, at) => ({ path: ['colors', index, 'images', at], file })),
    ),
  ];
}

/** Whether a picture is served from elsewhere, so that the content need not hold it. */
export function isElsewhere(file: string): boolean {
  return file.startsWith('https://');
}
