/** Draws a dot in the colours of a garment. `swatches` are hex codes: of the body and, if it differs, of the trim. */
export function Swatch({ swatches }: { swatches: readonly string[] }) {
  const [first = 'transparent', second = first] = swatches;
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={first} />
      <path d="M13.3 2.7A7.5 7.5 0 0 1 2.7 13.3Z" fill={second} />
      <circle cx="8" cy="8" r="7.5" fill="none" class="rim" />
    </svg>
  );
}
