import type { TextRule } from './text-rule.ts';

const tags =
  'a|abbr|b|blockquote|br|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|td|tr|u|ul';
const markup = new RegExp(
  `</?(?:${tags})(?:\\s[^<>]*)?/?>|&(?:[a-z]{2,}\\d*|#\\d+|#x[0-9a-f]+);`,
  'i',
);

export const html: TextRule = {
  id: 'text/html',
  severity: 'error',
  summary: 'Texts are plain: no HTML tags, no character references.',
  remedy: 'Remove the tag, or write the character itself: é for &eacute;.',
  explain(text) {
    const [found] = markup.exec(text) ?? [];
    if (found === undefined) return undefined;
    return { message: `holds HTML ("${found}"); texts are plain, so remove it` };
  },
};
