/** The colours of a product as swatches; the chosen one is what the pictures show. */
import type { ProductDetail } from '../../../../contract/schemas/product.ts';
import { translate } from '../interface-texts.ts';
import { setQueryValues } from '../location.ts';
import { Swatch } from './swatch.tsx';

export function ColorPicker({
  colors,
  color,
}: {
  colors: ProductDetail['colors'];
  color: string | undefined;
}) {
  const chosen = colors.find(({ id }) => id === color);
  if (chosen === undefined) return null;
  const { name, pms, material } = chosen;
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
