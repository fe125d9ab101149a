/**
 * Schemas of localized templates: texts and URLs with placeholders in braces. Each template allows certain
 * placeholders. The schemas refuse all others, because a release would show them unreplaced.
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

/**
 * A placeholder that a template does not allow. If a text has one, the schema of the template reports a Zod issue with
 * this object as `params`, from which the rule `shape/wrong-value` makes its message.
 */
export interface UnknownPlaceholder {
  /** The placeholder as written, such as `{slog}`, or a single brace without its partner. */
  readonly written: string;
  /** The placeholders that the template allows, such as `{slug}`. */
  readonly allowed: readonly string[];
}

/** A kind of template: a text or a URL. */
interface TemplateKind {
  /** Validates the whole value. */
  readonly schema: z.ZodString;
  /**
   * Returns a regular expression that matches a whole value, for the JSON Schema of editors. `words` is a regular
   * expression that matches an allowed placeholder, such as `\{(slug|brand)\}`.
   */
  readonly pattern: (words: string) => string;
  /** The message that editors show for a value that does not match. */
  readonly message: string;
}

const text: TemplateKind = {
  schema: plainTextSchema,
  pattern: (words) => `^(?=\\S(.*\\S)?$)([^\\u0000-\\u001f{}]|${words})+$`,
  message: 'is empty, has white space at its start or end, or a line break',
};

const notUrl = 'is not an absolute https URL';

const url: TemplateKind = {
  schema: textLike(/^https:\/\/[^\s<>"]+$/, notUrl),
  pattern: (words) => `^https://([^\\s<>"{}]|${words})+$`,
  message: notUrl,
};

/**
 * Returns the schema of a localized text with placeholders, such as `{product}, {color}, front`. `words` are
 * the names of the allowed placeholders; others are refused.
 */
export function localizedTemplate(
  description: string,
  words: readonly string[],
  example: LocalizedText,
) {
  return localizedTextOf(
    templateSchema(text, words),
    `${description} ${explainPlaceholders(words)}`,
    example,
  );
}

/**
 * Returns the schema of a localized https URL with placeholders, such as `https://www.example.com/{slug}`.
 * `words` are the names of the allowed placeholders; others are refused.
 */
export function localizedUrlTemplate(
  description: string,
  words: readonly string[],
  example: LocalizedText,
) {
  return localizedTextOf(
    templateSchema(url, words),
    `${description} ${explainPlaceholders(words)}`,
    example,
  );
}

/**
 * Returns the schema of a localized sentence with a number, such as `{quantity} pieces`, which may have plural forms.
 * Placeholders other than `{quantity}` are refused.
 */
export function countedTemplate(description: string, example: CountedText) {
  const forms =
    'If a word depends on the number, write both forms: `{"one": …, "other": …}`; in French, ' +
    '"one" is for 0 and 1.';
  const words = ['quantity'];
  const whole = `${description} ${explainPlaceholders(words)} ${forms}`;
  return countedTextOf(templateSchema(text, words), whole, example);
}

/**
 * Returns the sentence that names the placeholders of a template, for the description of its field: `` `{slug}` and
 * `{brand}` are replaced. ``
 */
function explainPlaceholders(words: readonly string[]): string {
  const names = words.map((word) => `\`{${word}}\``);
  // Not by `Intl.ListFormat`: to load its data delays the start of every command.
  const listed = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
  return `${listed} ${words.length === 1 ? 'is' : 'are'} replaced.`;
}

/**
 * Returns the schema of a template in one language. It refuses braces that do not belong to a placeholder named in
 * `words`.
 */
function templateSchema(
  { schema, pattern, message }: TemplateKind,
  words: readonly string[],
): z.ZodString {
  const allowed = words.map((word) => `{${word}}`);
  return schema
    .superRefine((value, context) => {
      for (const [written] of value.matchAll(/\{[^{}]*\}|[{}]/g)) {
        if (allowed.includes(written)) continue;
        const params = { written, allowed } satisfies UnknownPlaceholder;
        context.addIssue({ code: 'custom', message: 'has an unknown word in braces', params });
      }
    })
    .meta({
      pattern: pattern(`\\{(${words.join('|')})\\}`),
      patternErrorMessage: `${message}, or has braces other than ${allowed.join(', ')}`,
    });
}
