/** Renders the HTML document of the application, which is the same for all its addresses. */
import { prefixHtml } from '../docs/base-path.ts';
import { html } from '../html.ts';

/** What the document depends on. */
export interface ShellOptions {
  /** Public address of the API, without a slash at the end: pictures in answers begin with it. */
  readonly baseUrl: string;
  /** Folder of `app.js` and `app.css`. */
  readonly folder: 'catalogue' | 'preview';
  readonly title: string;
  /** True if search engines may index the catalogue. */
  readonly isIndexed: boolean;
}

/** Renders the document. Its script shows the page that the address names. */
export function renderShell({ baseUrl, folder, title, isIndexed }: ShellOptions): string {
  const document = html`<!doctype html>
<html lang="en" data-base-url="${baseUrl}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${isIndexed ? '' : html`<meta name="robots" content="noindex">\n`}<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
<link rel="stylesheet" href="/${folder}/app.css">
<script type="module" src="/${folder}/app.js"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>The catalogue needs JavaScript; its data is at <a href="/v1/products">/v1/products</a>. Le catalogue exige JavaScript; ses données se trouvent à cette adresse.</p></noscript>
</body>
</html>
`;
  return prefixHtml(document.text, baseUrl);
}
