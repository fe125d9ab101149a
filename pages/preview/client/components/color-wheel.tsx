/** The colour wheel of a color-block product. */
import { useRef, useState } from 'preact/hooks';
import {
  centre,
  innerRadius,
  outerRadius,
  outlineColor,
  wheelSegments,
} from '../../../../build/render/draw.ts';
import type { PaintColor } from '../../responses.ts';

interface WheelProps {
  readonly paintColors: readonly PaintColor[];
  /** Hex code of the selected colour. The wheel turns this colour to the mark at its top. */
  readonly hex: string;
  /** Accessible name of the wheel. */
  readonly label: string;
  /** Called with the hex code of the colour that the user selects. */
  readonly onPaint: (hex: string) => void;
}

/** Shows a radio group as a ring of colours. A click, the arrow keys or dragging the ring select a colour. */
export function ColorWheel({ paintColors, hex, label, onPaint }: WheelProps) {
  const ring = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    paintColors.findIndex((paint) => paint.hex === hex),
  );
  const step = 360 / paintColors.length;
  const angle = useShortestTurn(-(at + 0.5) * step);
  const drag = useDrag((turned) => select(at - Math.round(turned / step)));

  function select(index: number): void {
    const paint = paintColors[(index + paintColors.length * 2) % paintColors.length];
    if (paint) onPaint(paint.hex);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, number>> = {
      ...{ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = (at + move + paintColors.length) % paintColors.length;
    select(next);
    ring.current?.querySelectorAll<SVGPathElement>('[role=radio]')[next]?.focus();
  }

  return (
    <div
      ref={ring}
      class={drag.turned === 0 ? 'wheel' : 'wheel dragged'}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      {...drag.handlers}
    >
      <svg viewBox="0 0 480 480" role="presentation">
        <circle class="paper" cx={centre} cy={centre} r={outerRadius + 12} />
        <g
          class="ring"
          stroke={outlineColor}
          style={{ transform: `rotate(${angle + drag.turned}deg)` }}
        >
          {wheelSegments(paintColors.length).map((outline, index) => {
            const { hex: fill, name } = paintColors[index] as PaintColor;
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
                onClick={() => select(index)}
              />
            );
          })}
        </g>
        <circle class="rim" cx={centre} cy={centre} r={outerRadius + 12} />
        <circle class="rim" cx={centre} cy={centre} r={innerRadius - 8} />
        <circle
          class="chosen"
          cx={centre}
          cy={centre}
          r={innerRadius - 22}
          fill={hex}
          stroke={outlineColor}
        />
        <path class="mark" d="M240 36 228 12h24Z" />
      </svg>
    </div>
  );
}

/**
 * Returns the angle, in degrees, that equals `target` modulo 360 and is nearest to the last returned angle, so that the
 * wheel turns the short way: after 350, the target 10 → 370.
 */
function useShortestTurn(target: number): number {
  const previous = useRef(target);
  previous.current += ((((target - previous.current) % 360) + 540) % 360) - 180;
  return previous.current;
}

/**
 * Handles dragging the ring. Returns the pointer event handlers and the angle of the current drag in degrees. Calls
 * `onDone` with the final angle at the end of a drag, not for a click.
 */
function useDrag(onDone: (turned: number) => void) {
  const from = useRef<number | undefined>(undefined);
  const [turned, turn] = useState(0);
  const angleOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = (currentTarget as Element).getBoundingClientRect();
    const [x, y] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    return (Math.atan2(y, x) * 180) / Math.PI;
  };
  return {
    turned,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        from.current = angleOf(event);
      },
      onPointerMove: (event: PointerEvent) => {
        if (from.current === undefined || event.buttons === 0) return;
        const moved = ((angleOf(event) - from.current + 540) % 360) - 180;
        // Ignores the small movement of a click.
        if (turned === 0 && Math.abs(moved) < 4) return;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        turn(moved);
      },
      onPointerUp: () => {
        from.current = undefined;
        if (turned === 0) return;
        turn(0);
        onDone(turned);
      },
    },
  };
}
