/** The little HTML that pages are written in: escaping, and the frame of every page. */
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

/** A whole page in a language, with a heading and the one style sheet. */
export function page(options: { language: string; title: string; body: Markup }): string {
  const { language, title, body } = options;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}
