/** A color-block product in two colours of one's choice: the wheel paints the part that is chosen. */
import { useState } from 'preact/hooks';
import type { Paint, ProductAnswer } from '../../answers.ts';
import { version } from '../live.ts';
import { choose, chosen, here } from '../location.ts';
import { say } from '../words.ts';
import { Choice } from './choice.tsx';
import { Wheel } from './wheel.tsx';

const parts = ['body', 'trim'] as const;
const sides = ['front', 'back'] as const;

export function Painter({ product: { sku, paints } }: { product: ProductAnswer }) {
  const [part, takePart] = useState<(typeof parts)[number]>('body');
  const { searchParams } = here.value;
  const side = chosen('side', sides);
  const hexes = parts.map((each, index) => {
    const wanted = searchParams.get(each);
    const fallback = paints[index] ?? paints[0];
    return (paints.find(({ hex }) => hex === wanted) ?? (fallback as Paint)).hex;
  });
  const [body = '', trim = ''] = hexes;
  const names = hexes.map((hex) => paints.find((paint) => paint.hex === hex)?.name ?? hex);
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
          alt={say('painted', { body: bodyName, trim: trimName })}
          width="480"
          height="480"
        />
        <Choice
          legend={say('side')}
          values={sides}
          value={side}
          label={say}
          onChoose={(each) => choose('side', [each])}
        />
      </div>
      <div>
        <Choice
          legend={say('part')}
          values={parts}
          value={part}
          label={(each) => `${say(each)}${say('colon')} ${names[parts.indexOf(each)]}`}
          onChoose={takePart}
        />
        <Wheel
          paints={paints}
          hex={(part === 'body' ? body : trim) as string}
          label={say(part)}
          onPaint={(hex) => choose(part, [hex])}
        />
        <p class="facts">{say('wheelHelp')}</p>
      </div>
    </div>
  );
}
