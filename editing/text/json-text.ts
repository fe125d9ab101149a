/** Edits members of a JSON file of the content, and keeps the text of all members that are not edited. */
import { type Edit, findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';

/** An edit of one member of a JSON text: sets it to `value`, or removes it if that is undefined. */
export interface JsonEdit {
  readonly path: JSONPath;
  readonly value: unknown;
  /** Name of the member after which a new member is inserted. */
  readonly after?: string;
}

/** Applies edits to a JSON text. Throws an error if a path leads to no object. */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  return edits.reduce((before, edit) => {
    const root = parseTree(before);
    if (root === undefined) throw new Error('the text is not JSON');
    const { offset, length, content } = toTextEdit(before, root, edit);
    return before.slice(0, offset) + content + before.slice(offset + length);
  }, text);
}

// `modify` of jsonc-parser formats the whole line of an edit, or leaves a new member without a line of its own.
function toTextEdit(text: string, root: Node, { path, value, after }: JsonEdit): Edit {
  const node = findNodeAtLocation(root, path);
  if (value === undefined) return toRemoval(node);
  if (node !== undefined) {
    const { offset, length } = node;
    const content = render(value, text, { at: node, isSpread: spansLines(text, node) });
    return { offset, length, content };
  }
  const [parentPath, name = ''] = [path.slice(0, -1), path.at(-1)];
  const parent = findNodeAtLocation(root, parentPath);
  if (parent !== undefined && parent.type !== 'object') {
    throw new Error(`${parentPath.join('.')} is not an object`);
  }
  const { children = [] } = parent ?? {};
  const previous = children.find(({ children: [key] = [] }) => key?.value === after);
  const beside = previous ?? children.at(-1);
  if (parent === undefined || beside === undefined) {
    return toTextEdit(text, root, { path: parentPath, value: { [name]: value } });
  }
  const isSpread = spansLines(text, parent);
  const separator = isSpread ? lineEndOf(text) + indentAt(text, beside) : ' ';
  const member = `${JSON.stringify(name)}: ${render(value, text, { at: beside, isSpread })}`;
  return { offset: endOf(beside), length: 0, content: `,${separator}${member}` };
}

function toRemoval(node: Node | undefined): Edit {
  const member = node?.parent;
  const object = member?.parent;
  if (member === undefined || object?.children === undefined) {
    return { offset: 0, length: 0, content: '' };
  }
  const at = object.children.indexOf(member);
  const [previous, next] = [object.children[at - 1], object.children[at + 1]];
  const start = previous ? endOf(previous) : next ? member.offset : object.offset + 1;
  const end = previous ? endOf(member) : next ? next.offset : endOf(object) - 1;
  return { offset: start, length: end - start, content: '' };
}

/** Returns a value as JSON: on one line, or on several that are indented like the line of the node `at`. */
function render(
  value: unknown,
  text: string,
  { at, isSpread }: { readonly at: Node; readonly isSpread: boolean },
): string {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  const json = JSON.stringify(value, undefined, indent);
  if (isSpread) return json.replaceAll('\n', lineEndOf(text) + indentAt(text, at));
  return json.replaceAll(/(?<=\[)\n\s*|\n\s*(?=\])/g, '').replaceAll(/\n\s*/g, ' ');
}

/** Returns true if a value is written on several lines. */
function spansLines(text: string, node: Node): boolean {
  const object = node.children?.length ? node : node.parent?.parent;
  if (object === undefined) return true;
  return object === node
    ? text.slice(node.offset, endOf(node)).includes('\n')
    : spansLines(text, object);
}

const endOf = ({ offset, length }: Node): number => offset + length;

const lineEndOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';

function indentAt(text: string, { offset }: Node): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}
