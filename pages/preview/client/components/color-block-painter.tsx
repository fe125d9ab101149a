/** The drawing of a color-block product in two colours that the user selects. */
import { useState } from 'preact/hooks';
import type { PaintColor, ProductResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { version } from '../live-data.ts';
import { currentUrl, queryValue, setQueryValues } from '../location.ts';
import { ColorWheel } from './color-wheel.tsx';
import { RadioGroup } from './radio-group.tsx';

const parts = ['body', 'trim'] as const;
const sides = ['front', 'back'] as const;

/**
 * Shows the drawing of a color-block product (buyers choose the colours of its parts) with a colour wheel. The wheel
 * sets the colour of the selected part, body or trim. Colours and side are stored in the query of the URL.
 */
export function ColorBlockPainter({ product: { sku, paintColors } }: { product: ProductResponse }) {
  const [part, selectPart] = useState<(typeof parts)[number]>('body');
  const { searchParams } = currentUrl.value;
  const side = queryValue('side', sides);
  const hexes = parts.map((each, index) => {
    const requested = searchParams.get(each);
    const fallback = paintColors[index] ?? paintColors[0];
    return (paintColors.find(({ hex }) => hex === requested) ?? (fallback as PaintColor)).hex;
  });
  const [body = '', trim = ''] = hexes;
  const names = hexes.map((hex) => paintColors.find((paint) => paint.hex === hex)?.name ?? hex);
  const colors = new URLSearchParams([
    ['color', body],
    ['color', trim],
    ['v', version.value],
  ]);
  const [bodyName = '', trimName = ''] = names;
  return (
    <div class="painter">
      <div>
        <img
          class="picture-frame"
          src={`/preview/paint/${encodeURIComponent(sku)}/${side}.svg?${colors}`}
          alt={translate('painted', { body: bodyName, trim: trimName })}
          width="480"
          height="480"
        />
        <RadioGroup
          legend={translate('side')}
          values={sides}
          value={side}
          label={translate}
          onSelect={(each) => setQueryValues('side', [each])}
        />
      </div>
      <div>
        <RadioGroup
          legend={translate('part')}
          values={parts}
          value={part}
          label={(each) => `${translate(each)}${translate('colon')} ${names[parts.indexOf(each)]}`}
          onSelect={selectPart}
        />
        <ColorWheel
          paintColors={paintColors}
          hex={(part === 'body' ? body : trim) as string}
          label={translate(part)}
          onPaint={(hex) => setQueryValues(part, [hex])}
        />
        <p class="facts">{translate('wheelHelp')}</p>
      </div>
    </div>
  );
}
