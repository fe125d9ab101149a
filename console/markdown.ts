/** Text in GitHub Flavored Markdown that is shown as it was written. */

/** What an editor wrote, shown as it is: no markup, no mention, no new cell. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~[\]<>|@#&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text of ours as a cell: it may hold code in backticks; nothing else of it is Markdown. */
export function escapeOutsideCode(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[\\<&*_[\]]/g, '\\$&')))
    .join('');
}
