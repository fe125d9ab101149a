import type { TextRule } from './text-rule.ts';

/** What a browser would take for markup: "<3" and "< M" it shows as they are. */
const markup = new RegExp(
  [
    // A tag of any name; a space, a slash or the end of the tag ends it (HTML, “Tag name state”).
    '</?[a-z][^\\s/<>]*(?:[\\s/][^<>]*)?>',
    '<!(?:--|\\[|[a-z]+)',
    '<\\?[a-z]+',
    '&(?:[a-z]{2,}\\d*|#\\d+|#x[0-9a-f]+);',
  ].join('|'),
  'i',
);

export const html: TextRule = {
  id: 'text/html',
  severity: 'error',
  summary: 'Texts are plain: no HTML tags or comments, no character references.',
  remedy: 'Remove the tag, or write the character itself: é for &eacute;.',
  explain(text) {
    const [found] = markup.exec(text) ?? [];
    if (found === undefined) return undefined;
    return { message: `holds HTML ("${found}"); texts are plain, so remove it` };
  },
};
