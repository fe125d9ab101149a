/** Small parts that several pages use. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { extension } from './extension.ts';
import { type Reading, readAgain } from './read.ts';
import { money, text } from './texts.ts';

/** A hook that sets the title of the document: the name of the page, if it has one, and that of the application. */
export function useTitle(title?: string): void {
  const site = extension.site?.() ?? text('site');
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site;
  }, [title, site]);
}

/** A dot in the colours of a garment: the body and, if it differs, the second colour. */
export function Swatch({ swatches: [first, second = first] }: { swatches: readonly string[] }) {
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={first ?? 'none'} />
      <path d="M13.3 2.7A7.5 7.5 0 0 1 2.7 13.3Z" fill={second ?? 'none'} />
      <circle cx="8" cy="8" r="7.5" fill="none" stroke="#777a7e" />
    </svg>
  );
}

/** A price; if it is lower than the regular one (a markdown), also that one, struck through. */
export function Markdown(props: { price: number; regular: number; currency: string }) {
  const { price, regular, currency } = props;
  if (price >= regular) return <>{money(price, currency)}</>;
  return (
    <>
      <span class="unseen">{text('was')} </span>
      <s>{money(regular, currency)}</s> <span class="unseen">{text('now')} </span>
      <span class="markdown">{money(price, currency)}</span>
    </>
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
export function Table(props: {
  caption: string;
  head: readonly ComponentChildren[];
  /** `shares` are the depths of the cells' shades, from 0 to 1. */
  rows: readonly {
    readonly name: ComponentChildren;
    readonly cells: readonly ComponentChildren[];
    readonly shares?: readonly number[];
  }[];
}) {
  const { caption, head, rows } = props;
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
          {rows.map(({ name, cells, shares = [] }, row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={at} style={{ '--share': shares[at] ?? 0 }}>
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
  if (failure === undefined) return <p>{text('loading')}</p>;
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
