/**
 * Rules about the bytes of pictures in `assets/`. They ignore files whose names prevent products from referring to
 * them, such as `my photo.jpg`.
 */

import type { Asset } from '../../content/assets.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { pictureKinds } from '../../content/read-picture.ts';
import { isAssetPath } from '../../content/schemas/values.ts';
import type { ContentRule } from './rule.ts';

/**
 * Returns the files of `assets/` to which products can refer, as pairs of the path relative to `assets/` and the
 * description of the file.
 */
function namedAssets({ assets }: PartialContent): (readonly [path: string, asset: Asset])[] {
  return [...assets].filter(([path]) => isAssetPath(path));
}

const noPicture: ContentRule = {
  id: 'asset/no-picture',
  severity: 'error',
  summary: 'Every file of `assets/` is a picture, from its beginning to its end.',
  remedy:
    'Replace the file with the picture, saved as JPEG, PNG, WebP or AVIF; copy a damaged picture again.',
  *check(content) {
    for (const [path, { kind, description, size }] of namedAssets(content)) {
      if (kind !== undefined) continue;
      const bytes = size === 0 ? '' : ` (${format(size)} bytes)`;
      const message = `is no picture that is served: it is ${description}${bytes}`;
      yield { file: `assets/${path}`, message, allowed: Object.values(pictureKinds) };
    }
  },
};

/**
 * Reports pictures whose extension does not match their format. Servers derive the media type from the
 * extension.
 */
const otherKind: ContentRule = {
  id: 'asset/other-kind',
  severity: 'error',
  summary: 'The extension of a picture matches its format.',
  remedy:
    'Rename the file and the references to it, or save the picture in the format of its extension.',
  *check(content) {
    for (const [path, { kind }] of namedAssets(content)) {
      const [, base = '', ending = ''] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
      if (kind === undefined || ending.toLowerCase().replace('jpeg', 'jpg') === kind) continue;
      const message = `is named .${ending}, and its bytes are ${pictureKinds[kind]}`;
      yield { file: `assets/${path}`, message, suggestion: `assets/${base}.${kind}` };
    }
  },
};

/** Maximum size in bytes and maximum width and height in pixels. Larger pictures slow down shop pages. */
const limits = { bytes: 1_000_000, pixels: 4_000 };

const large: ContentRule = {
  id: 'asset/large',
  severity: 'warning',
  summary: 'A picture has at most 1 MB, and at most 4,000 pixels on a side.',
  remedy: 'Save a smaller picture: phones load it too.',
  *check(content) {
    for (const [path, { size, picture }] of namedAssets(content)) {
      const { width = 0, height = 0 } = picture ?? {};
      const problems = [
        ...(size > limits.bytes ? [`${format(size / 1e6, { maximumFractionDigits: 1 })} MB`] : []),
        ...(Math.max(width, height) > limits.pixels
          ? [`${format(width)} × ${format(height)} pixels`]
          : []),
      ];
      if (problems.length === 0) continue;
      const message = `is ${problems.join(' and ')}; 1 MB and 4,000 pixels on a side are enough`;
      yield { file: `assets/${path}`, message };
    }
  },
};

/**
 * Formats a number for a message, such as `1,200,000`. Creates no formatter in advance: few builds need one, and the
 * first one takes 20 ms.
 */
function format(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString('en-CA', options);
}

/** Rules about the files of `assets/`: they are pictures, have the right extension and are not too large. */
export const assetRules: readonly ContentRule[] = [noPicture, otherKind, large];
