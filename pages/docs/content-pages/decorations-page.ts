/** The page that a decoration's `link` leads to: one section a decoration method. */

import { assetUrl } from '../../../build/render/addresses.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import { localeFacts } from '../../../contract/locales.ts';
import { html, page } from '../../html.ts';

/** Renders the guide to every decoration in the words of a locale. */
export function renderDecorationsPage({ content, localizer, site }: CatalogueContext): string {
  return page({
    language: localeFacts[localizer.locale].language,
    title: localizer.text(content.catalogue.texts.decorations),
    body: html`${Object.entries(content.decorations).map(
      ([id, decoration]) => html`<section id="${id}">
<h2><img src="${assetUrl(site, decoration.icon)}" alt="">${localizer.text(decoration.name)}</h2>
<p>${localizer.text(decoration.note)}</p>
<p>${localizer.text(decoration.guide)}</p>
</section>
`,
    )}`,
  });
}
