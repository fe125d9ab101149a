/** The little HTML that pages are written in: a template tag that escapes. */
import { escapeMarkup } from '../build/render/draw.ts';

/** Text that is markup already and is not escaped again. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | readonly Piece[];

/** Template tag: everything put in is escaped, unless it is markup. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const text = strings.map((string, index) => string + toText(pieces[index] ?? '')).join('');
  return new Markup(text);
}

function toText(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(toText).join('');
  return escapeMarkup(String(piece));
}
