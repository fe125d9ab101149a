/** The page that every problem's `type` leads to: one section a code (RFC 9457 section 3.1.1). */
import { type ProblemCode, problemCodes, problems } from '../../contract/problems.ts';
import { html, type Markup, page } from '../html.ts';

/** Renders `/docs/errors` from the problem table. */
export function renderErrorsPage(): string {
  return page({
    language: 'en',
    title: 'Errors',
    body: html`<p>Errors are problem documents (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>),
served as <code>application/problem+json</code>. Program against <code>code</code> and the status;
<code>detail</code> is for people.</p>
<nav><ul>
${problemCodes.map((code) => html`<li><a href="#error-${code}">${code}</a></li>\n`)}</ul></nav>
${problemCodes.map(renderSection)}`,
  });
}

function renderSection(code: ProblemCode): Markup {
  const { status, title, detail, remedy } = problems[code];
  return html`<section id="error-${code}">
<h2>${title}</h2>
<p><code>${code}</code>, status ${status}</p>
<p>${detail}</p>
<p>${remedy}</p>
</section>
`;
}
