/** A page that is written in Markdown: the same text becomes HTML for people and Markdown for machines. */
import type { RenderedFile } from '../../build/output/rendered-file.ts';
import type { Markup } from '../html.ts';
import {
  addresses,
  languageTags,
  markdownAddress,
  type PageId,
  type PageLanguage,
  pageFile,
  pageLanguages,
} from './addresses.ts';
import { renderFrame, type Translation } from './frame.ts';
import { type Heading, renderMarkdown, toPlainMarkdown } from './render-markdown.ts';

export interface WrittenPage {
  readonly id: PageId;
  readonly language: PageLanguage;
  readonly address: string;
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly description: string;
  /** Facts and samples are in it already. */
  readonly markdown: string;
  readonly extras: PageExtras;
}

/** What a page has besides its text. */
export interface PageExtras {
  /** Behind the text, in HTML only. */
  readonly after?: Markup;
  /** The same in Markdown only. */
  readonly afterMarkdown?: string;
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** What the list of contents shows, if not the sections of the text. */
  readonly contents?: readonly Heading[];
  /** What the search finds besides the sections: fields by their anchor, with their meaning. */
  readonly fields?: readonly { readonly id: string; readonly text: string }[];
}

/** Makes a page of a text that begins with `# Title` and a paragraph; throws when it does not. */
export function writePage(
  id: PageId,
  language: PageLanguage,
  markdown: string,
  extras: PageExtras = {},
): WrittenPage {
  const [, title, first] = /^# (.+)\n\n(.+)\n/.exec(markdown) ?? [];
  if (title === undefined || first === undefined) {
    throw new Error(`the text of ${id} in ${language} does not begin with a title and a paragraph`);
  }
  const address = addresses[id][language];
  return { id, language, address, title, description: toText(first), markdown, extras };
}

/** A page in each language. */
export function translationsOf(id: PageId): readonly Translation[] {
  return pageLanguages.map((language) => ({
    tag: languageTags[language],
    address: addresses[id][language],
  }));
}

/** The files of a page: HTML, and Markdown beside it. */
export function renderPage(page: WrittenPage, baseUrl: string): RenderedFile[] {
  const { markdown, extras, address } = page;
  const { afterMarkdown, fields: _, ...frame } = extras;
  const text = renderMarkdown(markdown, page.language);
  const plain = [markdown, ...(afterMarkdown === undefined ? [] : [afterMarkdown])];
  return [
    {
      paths: [pageFile(address)],
      bytes: Buffer.from(
        renderFrame(
          {
            ...{ ...page, ...frame, text },
            translations: translationsOf(page.id),
            markdown: markdownAddress(address),
          },
          baseUrl,
        ),
      ),
    },
    {
      paths: [`public${markdownAddress(address)}`],
      bytes: Buffer.from(toPlainMarkdown(`${plain.map((part) => part.trim()).join('\n\n')}\n`)),
    },
  ];
}

/** A paragraph without its marks. */
function toText(paragraph: string): string {
  return paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
