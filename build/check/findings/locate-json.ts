/** Finds the place of a value in a JSON text that was taken apart. */
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { JsonPath } from '../../content/findings/finding.ts';

/** Offset and length of the value a path leads to, or of the nearest one above it that is there. */
export function locateJson(
  root: Node,
  path: JsonPath,
  atName = false,
): readonly [offset: number, length: number] {
  const found = deepest(root, path);
  const { parent } = found.node;
  const name = parent?.type === 'property' ? parent.children?.[0] : undefined;
  // A member that is missing is told at the name of what lacks it: a brace says nothing.
  const { offset, length } = name && (atName || !found.whole) ? name : found.node;
  return [offset, found.node === root && !found.whole ? 1 : length];
}

function deepest(root: Node, path: JsonPath): { node: Node; whole: boolean } {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return { node, whole: length === path.length };
  }
  return { node: root, whole: path.length === 0 };
}
