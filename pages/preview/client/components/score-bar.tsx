/** A number of 100 as a bar; the number itself stands beside it. */

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
