/** A table with a caption and with row and column headers. */
import type { ComponentChildren } from 'preact';

/** A row of a `Table`: its header and its cells. */
export interface Row {
  /** The row header. */
  readonly name: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
  /** The CSS class of each cell. */
  readonly classes?: readonly string[];
}

/** Shows a table with row and column headers. Its frame scrolls sideways if the window is too narrow. */
export function Table({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly Row[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <figure class="table" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, classes }, row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column]} class={classes?.[column]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
