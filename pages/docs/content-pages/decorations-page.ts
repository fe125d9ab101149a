/**
 * Renders the decoration guide, to which product details link: a section for each decoration method, such as
 * embroidery.
 */
import { assetUrl } from '../../../build/render/addresses.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import { localeFacts } from '../../../contract/locales.ts';
import { html } from '../../html.ts';
import { contentPageLabels } from './content-page-labels.ts';
import type { PageText } from './content-pages.ts';

/**
 * Renders the decoration guide in the language of the context's locale. The anchor of a section is the id of its
 * decoration method, such as `embroidery`.
 */
export function renderDecorationsPage({ content, localizer, site }: CatalogueContext): PageText {
  const sections = Object.entries(content.decorations).map(
    ([id, decoration]) => html`<section id="${id}">
<h2><img src="${assetUrl({ content, site }, decoration.icon)}" alt="" width="26" height="26">${localizer.text(decoration.name)}</h2>
<p>${localizer.text(decoration.note)}</p>
<p>${localizer.text(decoration.guide)}</p>
</section>
`,
  );
  return {
    title: localizer.text(content.catalogue.texts.decorations),
    description: contentPageLabels[localeFacts[localizer.locale].language].decorations,
    body: html`${sections}`,
  };
}
