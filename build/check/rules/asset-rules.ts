/** Rules about the bytes of pictures in `assets/`, of those files to which products can refer. */
import type { Asset } from '../../content/assets.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { pictureKinds } from '../../content/read-picture.ts';
import { isAssetPath } from '../../content/schemas/values.ts';
import type { ContentRule } from './rule.ts';

/** Returns the `check` method of a rule that explains what is wrong with a file; `path` is relative to `assets/`. */
function checkEachAsset(
  explain: (asset: Asset, path: string) => Omit<Fault, 'file'> | undefined,
): ContentRule['check'] {
  return function* ({ assets }) {
    for (const [path, asset] of assets) {
      const fault = isAssetPath(path) ? explain(asset, path) : undefined;
      if (fault) yield { file: `assets/${path}`, ...fault };
    }
  };
}

/** Formats a number, such as `1,200,000`. The first formatter takes 20 ms, so that none is created in advance. */
function format(value: number): string {
  return value.toLocaleString('en-CA', { maximumFractionDigits: 1 });
}

/** Rules about the files of `assets/`: they are pictures, have the right extension and are not too large. */
export const assetRules: readonly ContentRule[] = [
  {
    id: 'asset/no-picture',
    severity: 'error',
    summary: 'Every file of `assets/` is a picture, from its beginning to its end.',
    remedy:
      'Replace the file with the picture, saved as JPEG, PNG, WebP or AVIF; copy a damaged picture again.',
    example: { file: 'assets/photo.jpg', broken: 'Hello' },
    check: checkEachAsset(({ kind, description, size }) => {
      if (kind !== undefined) return undefined;
      const bytes = size === 0 ? '' : ` (${format(size)} bytes)`;
      const message = `is no picture that is served: it is ${description}${bytes}`;
      return { message, allowed: Object.values(pictureKinds) };
    }),
  },
  {
    id: 'asset/other-kind',
    severity: 'error',
    summary: 'The extension of a picture matches its format.',
    remedy:
      'Rename the file and the references to it, or save the picture in the format of its extension.',
    example: { file: 'assets/photo.png', broken: '<svg/>' },
    check: checkEachAsset(({ kind }, path) => {
      const [, base = '', ending = ''] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
      // Servers derive the media type from the extension.
      if (kind === undefined || ending.toLowerCase().replace('jpeg', 'jpg') === kind)
        return undefined;
      const message = `is named .${ending}, and its bytes are ${pictureKinds[kind]}`;
      return { message, suggestion: `assets/${base}.${kind}` };
    }),
  },
  {
    id: 'asset/large',
    severity: 'warning',
    summary: 'A picture has at most 1 MB, and at most 4,000 pixels on a side.',
    remedy: 'Save a smaller picture: phones load it too.',
    example: { file: 'assets/big.svg', broken: `<svg>${' '.repeat(1e6)}</svg>` },
    check: checkEachAsset(({ size, picture: { width = 0, height = 0 } = {} }) => {
      const problems = [
        ...(size > 1_000_000 ? [`${format(size / 1e6)} MB`] : []),
        ...(Math.max(width, height) > 4_000 ? [`${format(width)} × ${format(height)} pixels`] : []),
      ];
      if (problems.length === 0) return undefined;
      const message = `is ${problems.join(' and ')}; 1 MB and 4,000 pixels on a side are enough`;
      return { message };
    }),
  },
];
