/** Checks with html-validate whether HTML is valid. */
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Pages load files of their own host only.
    'require-sri': 'off',
    // The HTML standard allows what the first rule forbids, and what this option lets the second rule accept.
    'prefer-native-element': 'off',
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
  },
});

/** Returns the violations of the HTML standard and of accessibility rules in the text of a page, one line each. */
export async function markupFaults(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, line, selector }) => `${line}: ${message} (${ruleId}) ${selector}`);
}
