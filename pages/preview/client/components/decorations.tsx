/** The decoration methods of a product. */
import type { LocaleView, ProductResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';

/** Lists the decoration methods of a product with icon and note. */
export function Decorations({ product, view }: { product: ProductResponse; view: LocaleView }) {
  const { decorations } = view.detail.customization;
  if (decorations.length === 0) return <p>{translate('noDecorations')}</p>;
  return (
    <ul class="decorations">
      {decorations.map(({ name, note, icon }) => (
        <li key={name}>
          <img
            class="decoration-icon"
            src={product.pictures[icon] ?? icon}
            alt=""
            width="40"
            height="40"
          />
          <div>
            <h3>{name}</h3>
            <p class="decorations-note">{note}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
