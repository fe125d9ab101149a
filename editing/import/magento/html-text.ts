/** HTML of an export (markup, entities, bullets, editor's leavings) in, plain text out. */
import { Parser } from 'htmlparser2';

const hiddenTags = new Set(['script', 'style', 'template', 'title']);
const inlineTags = new Set(
  'a abbr b bdi bdo big cite code del em font i img ins kbd mark q s small span strike strong sub sup tt u wbr'.split(
    ' ',
  ),
);
const markup = /<\/?[a-z][^<>]*>|&#?\w+;/i;
const directives = /\{\{[^{}]*\}\}/g;
const bullets = /[•▪●◦‣]/;

/** Splits markup where a browser would begin a new line, and decodes entities. */
function splitMarkup(html: string): string[] {
  const lines = [''];
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (hiddenTags.has(name)) hidden += 1;
      if (!inlineTags.has(name)) lines.push('');
    },
    ontext(text) {
      if (hidden === 0) lines[lines.length - 1] += text;
    },
    onclosetag(name) {
      if (hiddenTags.has(name)) hidden -= 1;
      if (!inlineTags.has(name)) lines.push('');
    },
  });
  parser.end(html);
  // Without any markup, a line break is what its writer meant to be one.
  return lines.length === 1 ? (lines[0] ?? '').split('\n') : lines;
}

/** Trims, joins white space, removes control characters and composes accents (NFC). */
function cleanText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .normalize('NFC')
    .trim();
}

/** The lines of a text that may be HTML, even HTML escaped once too often; none is empty. */
function toLines(html: string): string[] {
  return splitMarkup(html.replaceAll(directives, ' '))
    .flatMap((line) => (markup.test(line) ? splitMarkup(line) : [line]))
    .flatMap((line) => line.split(bullets))
    .map((line) => cleanText(line).replace(/^[-*–·]\s+/, ''))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Plain text on one line, for names and values. */
export function toPlainText(html: string): string {
  return toLines(html).join(' ');
}

function toSentence(line: string): string {
  const stem = line.replace(/[,;]$/, '');
  return /[.!?…:]["'”’)]*$/.test(stem) ? stem : `${stem}.`;
}

/** Plain text in one paragraph: each paragraph, line or bullet ends as a sentence does. */
export function toSentences(html: string): string {
  return toLines(html).map(toSentence).join(' ');
}
