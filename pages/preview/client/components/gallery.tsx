/** The pictures of a product in one colour. */
import { useState } from 'preact/hooks';
import type { LocaleView, ProductResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';

/**
 * Shows one large picture, and thumbnails of all pictures: first those of the colour with the id `color`, then those of
 * the product as a whole.
 */
export function Gallery({
  product,
  view: { detail },
  color,
}: {
  product: ProductResponse;
  view: LocaleView;
  color: string | undefined;
}) {
  const [selectedIndex, select] = useState(0);
  const ofColor = detail.colors.find(({ id }) => id === color)?.images ?? [];
  const urls = [...new Set([...ofColor, ...detail.images.map(({ url }) => url)])];
  const pictures = urls.map((url) => ({
    url: product.pictures[url] ?? url,
    alt: detail.assets.images.find((image) => image.url === url)?.alt ?? detail.productName,
  }));
  const shown = pictures[selectedIndex] ?? pictures[0];
  if (shown === undefined) return <p class="picture-frame no-picture">{translate('noPicture')}</p>;
  return (
    <div class="gallery">
      <img class="picture-frame" src={shown.url} alt={shown.alt} width="480" height="480" />
      <ul aria-label={translate('pictures')}>
        {pictures.map(({ url, alt }, index) => (
          <li key={url}>
            <button
              type="button"
              aria-label={alt}
              aria-pressed={pictures[index] === shown}
              onClick={() => select(index)}
            >
              <img src={url} alt="" width="80" height="80" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
