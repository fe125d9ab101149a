/** Makes links that open files in Visual Studio Code. */
import type { FindingDetails } from '../responses.ts';

/**
 * Returns the URL with which Visual Studio Code opens a file at a line and column, each 1 by default:
 * `vscode://file/content/tags.json:3:5`.
 */
export function editorUrl({
  filePath,
  line = 1,
  column = 1,
}: Pick<FindingDetails, 'filePath' | 'line' | 'column'>): string {
  const path = filePath.split('/').map(encodeURIComponent).join('/');
  return `vscode://file${path}:${line}:${column}`;
}
