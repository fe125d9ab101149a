/**
 * Draws a value from 0 to 100 as a bar; `kind` sets the colour. The bar is hidden from screen readers, because the
 * number is beside it.
 */
export function ScoreBar({ value, kind }: { value: number; kind: 'good' | 'warning' | 'error' }) {
  return (
    <svg
      class={`bar-line ${kind}`}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="room" width="100" height="6" />
      <rect class="value" width={value} height="6" />
    </svg>
  );
}
