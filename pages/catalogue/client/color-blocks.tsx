/** The wheel of a colour-block product: the buyer chooses the colours of its two parts. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { centre, innerRadius, outlineColor, wheelSegments } from '../../../build/render/draw.ts';
import type { ProductDetail as Detail } from '../../../contract/schemas/product.ts';
import { change, fileAddress, textOf } from './address.ts';
import { Section } from './parts.tsx';
import { text } from './texts.ts';

const parts = ['body', 'trim'] as const;

/** A colour of the wheel. */
type Paint = Readonly<Record<'hex' | 'name', string>>;

/** Shows the drawing of the product in the chosen colours, beside the wheel. The choice is in the address. */
export function ColorBlocks({ detail }: { detail: Detail }) {
  const [part, selectPart] = useState<(typeof parts)[number]>('body');
  const paints = paintsOf(detail);
  const painted = detail.colors.find(({ swatches, images }) => swatches.length > 1 && images[0]);
  const [firstPaint] = paints;
  if (painted === undefined || firstPaint === undefined) return null;
  const [body, trim] = parts.map((name, at) => {
    const hex = textOf(name) ? `#${textOf(name)}` : painted.swatches[at];
    return paints.find((paint) => paint.hex === hex) ?? firstPaint;
  }) as [Paint, Paint];
  const chosen = { body, trim };
  const listed = detail.colors.find(
    ({ swatches: [first, second = first] }) => first === body.hex && second === trim.hex,
  );
  const alt = { product: detail.productName, body: body.name, trim: trim.name };
  return (
    <Section id="wheel" title={text('wheel')}>
      <p>{detail.customization.colorBlocksTagline}</p>
      <div class="blocks">
        <div>
          {painted.images.slice(0, 2).map((url, at) => (
            <PaintedPicture
              key={url}
              url={fileAddress(url)}
              swatches={painted.swatches}
              hexes={[body.hex, trim.hex]}
              alt={`${text('painted', alt)}, ${text(at === 0 ? 'front' : 'backView')}`}
            />
          ))}
        </div>
        <div>
          <fieldset class="choice">
            <legend>{text('wheelHelp')}</legend>
            {parts.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="part"
                  checked={each === part}
                  onChange={() => selectPart(each)}
                />
                {text(each)} <strong>{chosen[each].name}</strong>
              </label>
            ))}
          </fieldset>
          <Wheel
            paints={paints}
            hex={chosen[part].hex}
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

/** Returns the colours of the wheel: every swatch of the product's colours, once, named after its colour family. */
function paintsOf({ colors }: Detail): readonly Paint[] {
  const names = colors.flatMap(({ swatches, colorFamilies }) =>
    swatches.map((hex, at) => [hex, colorFamilies[at]?.name ?? hex] as const),
  );
  return Array.from(new Map(names), ([hex, name]) => ({ hex, name }));
}

/**
 * Shows a drawing of the API (SVG) with other colours: its text is read, and the two colours are replaced. Shows the
 * drawing as it is until its text has arrived, and pictures that are no drawings.
 */
function PaintedPicture(props: {
  url: string;
  swatches: readonly string[];
  hexes: readonly [string, string];
  alt: string;
}) {
  const { url, swatches, hexes, alt } = props;
  const [drawing, setDrawing] = useState('');
  useEffect(() => {
    if (!/\.svg(\?|$)/.test(url)) return;
    fetch(url)
      .then(async (response) => setDrawing(response.ok ? await response.text() : ''))
      .catch(() => setDrawing(''));
  }, [url]);
  const [body = '', trim = body] = swatches;
  // In one step: a new colour may equal an old one.
  const colored = drawing.replace(new RegExp(`${body}|${trim}`, 'g'), (hex) =>
    hex === body ? hexes[0] : hexes[1],
  );
  const src = drawing ? `data:image/svg+xml,${encodeURIComponent(colored)}` : url;
  return (
    <div class="picture">
      <img src={src} alt={alt} width="480" height="480" />
    </div>
  );
}

/** A radio group in the form of a ring of colours. */
function Wheel(props: {
  paints: readonly Paint[];
  /** Hex code of the selected colour. */
  hex: string;
  label: string;
  onPaint: (hex: string) => void;
}) {
  const { paints, hex, label, onPaint } = props;
  const ring = useRef<HTMLDivElement>(null);
  const at = paints.findIndex((paint) => paint.hex === hex);
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
      <svg class="wheel" viewBox="30 30 420 420" role="presentation">
        {wheelSegments(paints.length).map((outline, index) => {
          const { hex: fill, name } = paints[index] as Paint;
          return (
            // biome-ignore lint/a11y/useSemanticElements: an input cannot be a segment of a ring
            <path
              key={fill}
              d={outline}
              fill={fill}
              stroke={outlineColor}
              role="radio"
              aria-checked={index === at}
              aria-label={name}
              tabindex={index === at ? 0 : -1}
              onClick={() => onPaint(fill)}
            />
          );
        })}
        <circle cx={centre} cy={centre} r={innerRadius - 20} fill={hex} stroke={outlineColor} />
      </svg>
    </div>
  );
}
