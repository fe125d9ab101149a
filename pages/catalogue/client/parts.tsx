/** Small parts that several pages use. */
import type { ComponentChildren } from 'preact';
import { type Reading, readAgain } from './read.ts';
import { text } from './texts.ts';

/** A dot in the colours of a garment: the body and, if it differs, the second colour. */
export function Swatch({ swatches }: { swatches: readonly string[] }) {
  const [first, second = first] = swatches;
  return (
    <svg class={first ? 'swatch' : 'swatch any'} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={first ?? 'none'} />
      <path d="M13.3 2.7A7.5 7.5 0 0 1 2.7 13.3Z" fill={second ?? 'none'} />
      <circle cx="8" cy="8" r="7.5" fill="none" class="rim" />
    </svg>
  );
}

/** A section of a page with a heading; `id` is its fragment in the address. */
export function Section(props: { id: string; title: string; children: ComponentChildren }) {
  const { id, title, children } = props;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** A table with headings in its first row and column. It scrolls if it is wider than the page. */
export function Table({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly ComponentChildren[];
  rows: readonly {
    readonly name: ComponentChildren;
    readonly cells: readonly ComponentChildren[];
    readonly classes?: readonly (string | undefined)[];
  }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, classes }, row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={at} class={classes?.[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Says that a document is being read, or why it could not be read, with a button that tries again. */
export function Pending({ failure }: Reading<unknown>) {
  if (failure === undefined) return <p class="pending">{text('loading')}</p>;
  const { status, detail } = failure;
  return (
    <div class="failure" role="alert">
      <p>{status === 0 ? text('failedNetwork') : `${text('failed')} ${status} ${detail}`}</p>
      <button type="button" onClick={() => readAgain()}>
        {text('again')}
      </button>
    </div>
  );
}

/** A group of options of which one is selected. */
export function Choice<Value extends string>({
  legend,
  values,
  value,
  label,
  onSelect,
}: {
  legend: string;
  values: readonly Value[];
  value: Value;
  label: (value: Value) => ComponentChildren;
  onSelect: (value: Value) => void;
}) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{legend}</legend>
      {values.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={legend}
            checked={each === value}
            onChange={() => onSelect(each)}
          />
          <span>{label(each)}</span>
        </label>
      ))}
    </fieldset>
  );
}
