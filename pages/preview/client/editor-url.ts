/** Links into the editor. */
import type { PlacedFinding } from '../answers.ts';

/** The address by which Visual Studio Code opens a file at a place. */
export function editorUrl({
  place,
  line = 1,
  column = 1,
}: Pick<PlacedFinding, 'place' | 'line' | 'column'>): string {
  const path = place.split('/').map(encodeURIComponent).join('/');
  return `vscode://file${path}:${line}:${column}`;
}
