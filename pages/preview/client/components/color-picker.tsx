/** Swatches with which the user selects a colour of a product. */
import type { ProductDetail } from '../../../../contract/schemas/product.ts';
import { translate } from '../interface-texts.ts';
import { setQueryValues } from '../location.ts';
import { Swatch } from './swatch.tsx';

/**
 * Shows the colours of a product as swatches. `color` is the id of the selected colour; shows nothing if there is no
 * such colour. A click writes the new selection to the query of the URL.
 */
export function ColorPicker({
  colors,
  color,
}: {
  colors: ProductDetail['colors'];
  color: string | undefined;
}) {
  const selected = colors.find(({ id }) => id === color);
  if (selected === undefined) return null;
  const { name, pms, material } = selected;
  return (
    <fieldset class="color-picker">
      <legend>
        {translate('color')} <strong>{name}</strong>
        {pms !== undefined && <> · {pms}</>}
      </legend>
      {colors.map((each) => (
        <label key={each.id} title={each.name}>
          <input
            type="radio"
            name="color"
            checked={each.id === color}
            onChange={() => setQueryValues('color', [each.id])}
          />
          <Swatch swatches={each.swatches} />
          <span class="unseen">{each.name}</span>
        </label>
      ))}
      {material && (
        <p class="facts">
          {material.composition} · {material.weight}
        </p>
      )}
    </fieldset>
  );
}
