/**
 * Localized templates: texts and URLs with placeholders in braces. Each template has its own placeholders.
 * Unknown ones are refused, because they would be released unfilled.
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

/** The `params` of an issue about an unknown placeholder. */
export interface UnknownWord {
  /** The placeholder as written, such as `{slog}`, or a single brace without its partner. */
  readonly written: string;
  /** The placeholders that are allowed here, such as `{slug}`. */
  readonly allowed: readonly string[];
}

/** The kind of text that contains the placeholders. */
interface Form {
  readonly schema: z.ZodString;
  /** Returns a pattern of the whole value for editors, given the pattern of the placeholders. */
  readonly pattern: (words: string) => string;
  /** The message that editors show for other text. */
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

/** Returns the schema of a sentence or label with placeholders, such as `{product}, {color}, front`. */
export function localizedTemplate(
  description: string,
  words: readonly string[],
  example: LocalizedText,
) {
  return localizedTextOf(filled(text, words), `${description} ${areFilled(words)}`, example);
}

/** Returns the schema of an absolute https URL with placeholders, such as `https://www.example.com/{slug}`. */
export function localizedUrlTemplate(
  description: string,
  words: readonly string[],
  example: LocalizedText,
) {
  return localizedTextOf(filled(url, words), `${description} ${areFilled(words)}`, example);
}

/** Returns the schema of a sentence about a number, such as `{quantity} pieces`, or its singular and plural. */
export function countedTemplate(description: string, example: CountedText) {
  const forms =
    'If a word depends on the number, write both forms: `{"one": …, "other": …}`; in French, ' +
    '"one" is for 0 and 1.';
  const words = ['quantity'];
  const whole = `${description} ${areFilled(words)} ${forms}`;
  return countedTextOf(filled(text, words), whole, example);
}

/** Returns a sentence about the allowed placeholders, for a description. */
function areFilled(words: readonly string[]): string {
  const listed = new Intl.ListFormat('en-GB').format(words.map((word) => `\`{${word}}\``));
  return `${listed} ${words.length === 1 ? 'is' : 'are'} replaced.`;
}

/** Returns the schema of a text with only these placeholders. */
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
