/** The wheel of a colour-block product: the buyer chooses the colours of its two parts. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { centre, innerRadius, outlineColor, wheelSegments } from '../../../build/render/draw.ts';
import { change, fileAddress, textOf } from './address.ts';
import type { Detail } from './api-types.ts';
import { Choice, Section } from './parts.tsx';
import { text } from './texts.ts';

const parts = ['body', 'trim'] as const;
const sides = ['front', 'backView'] as const;

/** A colour of the wheel. */
interface Paint {
  readonly hex: string;
  /** Name of a colour of this hex code alone or, without one, the code. */
  readonly name: string;
}

/** Shows the drawing of the product in the chosen colours, beside the wheel. The choice is in the address. */
export function ColorBlocks({ detail }: { detail: Detail }) {
  const [part, selectPart] = useState<(typeof parts)[number]>('body');
  const [side, selectSide] = useState<(typeof sides)[number]>('front');
  const paints = paintsOf(detail);
  const painted = detail.colors.find(({ swatches, images }) => swatches.length > 1 && images[0]);
  const [firstPaint] = paints;
  if (painted === undefined || firstPaint === undefined) return null;
  const chosen = (name: (typeof parts)[number], at: number): Paint => {
    const hex = textOf(name) ? `#${textOf(name)}` : painted.swatches[at];
    return paints.find((paint) => paint.hex === hex) ?? firstPaint;
  };
  const colors = { body: chosen('body', 0), trim: chosen('trim', 1) };
  const listed = detail.colors.find(
    ({ swatches: [body, trim = body] }) => body === colors.body.hex && trim === colors.trim.hex,
  );
  const names = { body: colors.body.name, trim: colors.trim.name };
  return (
    <Section id="wheel" title={text('wheel')}>
      {detail.customization.colorBlocksTagline && <p>{detail.customization.colorBlocksTagline}</p>}
      <div class="blocks">
        <div>
          <PaintedPicture
            url={fileAddress(painted.images[side === 'front' ? 0 : 1] ?? String(painted.images[0]))}
            swatches={painted.swatches}
            hexes={[colors.body.hex, colors.trim.hex]}
            alt={text('painted', { product: detail.productName, ...names })}
          />
          <Choice
            legend={`${text('front')} / ${text('backView')}`}
            values={sides}
            value={side}
            label={text}
            onSelect={selectSide}
          />
        </div>
        <div>
          <p class="soft">{text('wheelHelp')}</p>
          <Choice
            legend={text('wheel')}
            values={parts}
            value={part}
            label={(each) => (
              <>
                {text(each)} <strong>{names[each]}</strong>
              </>
            )}
            onSelect={selectPart}
          />
          <Wheel
            paints={paints}
            hex={colors[part].hex}
            label={text(part)}
            onPaint={(hex) => change({ [part]: hex.slice(1) }, { replaces: true })}
          />
          <p role="status">
            {listed ? text('stocked', { name: listed.name }) : text('notStocked')}
          </p>
        </div>
      </div>
    </Section>
  );
}

/** Returns the colours of the wheel: every swatch of the product's colours, once, in their order. */
function paintsOf({ colors }: Detail): readonly Paint[] {
  const names = new Map<string, string>();
  for (const { swatches, name } of colors)
    if (swatches.length === 1) names.set(String(swatches), name);
  const families = new Map(
    colors.flatMap(({ swatches, colorFamilies }) =>
      swatches.map((hex, at) => [hex, colorFamilies[at]?.name] as const),
    ),
  );
  const hexes = new Set(colors.flatMap(({ swatches }) => swatches));
  return [...hexes].map((hex) => ({ hex, name: names.get(hex) ?? families.get(hex) ?? hex }));
}

/**
 * Shows a drawing of the API (SVG) with other colours: its text is read, and the two colours are replaced. Shows the
 * drawing as it is until its text has arrived, and pictures that are no drawings.
 */
function PaintedPicture({
  url,
  swatches: [body = '', trim = body],
  hexes: [newBody = '', newTrim = ''],
  alt,
}: {
  url: string;
  swatches: readonly string[];
  hexes: readonly string[];
  alt: string;
}) {
  const [drawing, setDrawing] = useState('');
  useEffect(() => {
    if (!url.endsWith('.svg')) return;
    fetch(url)
      .then(async (response) => setDrawing(response.ok ? await response.text() : ''))
      .catch(() => setDrawing(''));
  }, [url]);
  const colored = drawing
    .replaceAll(body, '{body}')
    .replaceAll(trim, '{trim}')
    .replaceAll('{body}', newBody)
    .replaceAll('{trim}', newTrim);
  const src = drawing ? `data:image/svg+xml,${encodeURIComponent(colored)}` : url;
  return (
    <div class="picture">
      <img src={src} alt={alt} width="480" height="480" />
    </div>
  );
}

interface WheelProps {
  readonly paints: readonly Paint[];
  /** Hex code of the selected colour. */
  readonly hex: string;
  readonly label: string;
  readonly onPaint: (hex: string) => void;
}

/** A radio group in the form of a ring of colours, which turns the selected colour to the mark at its top. */
function Wheel({ paints, hex, label, onPaint }: WheelProps) {
  const ring = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    paints.findIndex((paint) => paint.hex === hex),
  );
  const angle = useShortestTurn((-(at + 0.5) * 360) / paints.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const move = moves[event.key as keyof typeof moves];
    if (move === undefined) return;
    event.preventDefault();
    const next = (at + move + paints.length) % paints.length;
    onPaint((paints[next] as Paint).hex);
    ring.current?.querySelectorAll<SVGPathElement>('[role=radio]')[next]?.focus();
  };
  return (
    <div ref={ring} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      <svg class="wheel" viewBox="0 0 480 480" role="presentation">
        <g class="ring" stroke={outlineColor} style={{ transform: `rotate(${angle}deg)` }}>
          {wheelSegments(paints.length).map((outline, index) => {
            const { hex: fill, name } = paints[index] as Paint;
            return (
              // biome-ignore lint/a11y/useSemanticElements: an input cannot be a segment of a ring
              <path
                key={fill}
                d={outline}
                fill={fill}
                role="radio"
                aria-checked={index === at}
                aria-label={name}
                tabindex={index === at ? 0 : -1}
                onClick={() => onPaint(fill)}
              >
                <title>{name}</title>
              </path>
            );
          })}
        </g>
        <circle cx={centre} cy={centre} r={innerRadius - 20} fill={hex} stroke={outlineColor} />
        <path class="mark" d="M240 36 228 12h24Z" />
      </svg>
    </div>
  );
}

/** Returns the angle that equals `target` modulo 360 and is nearest to the last one, so that the wheel turns the short way. */
function useShortestTurn(target: number): number {
  const previous = useRef(target);
  previous.current += ((((target - previous.current) % 360) + 540) % 360) - 180;
  return previous.current;
}
