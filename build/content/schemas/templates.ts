/**
 * Localized templates: texts and addresses in which words in braces are filled in. Each has words of
 * its own. Others are refused, since they would be released as they stand, in their braces.
 */
import type { z } from 'zod';
import {
  type CountedText,
  countedTextOf,
  type LocalizedText,
  localizedTextOf,
  plainTextSchema,
} from './text.ts';
import { textLike } from './values.ts';

/** The `params` of the issue that braces are which nothing fills in. */
export interface UnknownWord {
  /** The braces as they stand, `{slog}`; one of them where the other is missing. */
  readonly written: string;
  /** What is filled in here, `{slug}`. */
  readonly allowed: readonly string[];
}

/** What the words stand in. */
interface Form {
  readonly schema: z.ZodString;
  /** The whole of it as a pattern for editors, given the pattern of the words. */
  readonly pattern: (words: string) => string;
  /** What editors say of anything else. */
  readonly message: string;
}

const text: Form = {
  schema: plainTextSchema,
  pattern: (words) => `^(?=\\S(.*\\S)?$)([^\\u0000-\\u001f{}]|${words})+$`,
  message: 'is empty, has white space at its start or end, or a line break',
};

const notUrl = 'is not an absolute https URL';

const url: Form = {
  schema: textLike(/^https:\/\/[^\s<>"]+$/, notUrl),
  pattern: (words) => `^https://([^\\s<>"{}]|${words})+$`,
  message: notUrl,
};

/** A sentence or label in which the words are filled in: `{product}, {color}, front`. */
export function localizedTemplate(
  description: string,
  words: readonly string[],
  example: LocalizedText,
) {
  return localizedTextOf(filled(text, words), `${description} ${areFilled(words)}`, example);
}

/** An absolute https URL in which the words are filled in: `https://www.example.com/{slug}`. */
export function localizedUrlTemplate(
  description: string,
  words: readonly string[],
  example: LocalizedText,
) {
  return localizedTextOf(filled(url, words), `${description} ${areFilled(words)}`, example);
}

/** A sentence about a number of things: `{quantity} pieces`, or its singular and plural. */
export function countedTemplate(description: string, example: CountedText) {
  const forms =
    'Where a word depends on the number, write both forms: `{"one": …, "other": …}`; in French, ' +
    '"one" is for 0 and 1.';
  const words = ['quantity'];
  const whole = `${description} ${areFilled(words)} ${forms}`;
  return countedTextOf(filled(text, words), whole, example);
}

/** Which words are filled in, as a sentence for a description. */
function areFilled(words: readonly string[]): string {
  const listed = new Intl.ListFormat('en-GB').format(words.map((word) => `\`{${word}}\``));
  return `${listed} ${words.length === 1 ? 'is' : 'are'} filled in.`;
}

/** A text in which these words are filled in, and no others stand in braces. */
function filled({ schema, pattern, message }: Form, words: readonly string[]): z.ZodString {
  const allowed = words.map((word) => `{${word}}`);
  return schema
    .superRefine((value, context) => {
      for (const [written] of value.matchAll(/\{[^{}]*\}|[{}]/g)) {
        if (allowed.includes(written)) continue;
        const params = { written, allowed } satisfies UnknownWord;
        context.addIssue({ code: 'custom', message: 'has an unknown word in braces', params });
      }
    })
    .meta({
      pattern: pattern(`\\{(${words.join('|')})\\}`),
      patternErrorMessage: `${message}, or has braces other than ${allowed.join(', ')}`,
    });
}
