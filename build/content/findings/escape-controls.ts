/** What content must not do to whoever reads it in a terminal. */

/**
 * Characters that a terminal obeys: controls, of which its codes begin, separators of lines, and marks
 * that turn the direction of the text around them.
 */
export const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Text on one line that shows every control as `\u001b` and the like, and is otherwise as it was. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => {
    const json = JSON.stringify(character).slice(1, -1);
    if (json !== character) return json;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
