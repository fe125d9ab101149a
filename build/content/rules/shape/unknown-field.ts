import { suggest } from '../../findings/suggest.ts';
import { namesAt } from '../../schemas/names-at.ts';
import type { ShapeRule } from './issue.ts';

export const unknownField: ShapeRule = {
  id: 'shape/unknown-field',
  severity: 'error',
  summary: 'A file has no field that its kind does not know, so that a misspelt one is seen.',
  remedy: 'Correct the name, or remove the field.',
  explain({ issue, path, schema }) {
    if (issue.code === 'invalid_key') {
      const name = String(path.at(-1));
      const reason = issue.issues[0]?.message ?? 'is not a name that may stand here';
      return [{ path, atName: true, message: `"${name}" ${reason}` }];
    }
    if (issue.code !== 'unrecognized_keys') return [];
    const allowed = namesAt(schema, path);
    return issue.keys.map((name) => {
      const suggestion = suggest(name, allowed);
      return {
        path: [...path, name],
        atName: true,
        message: `"${name}" is not a field that is known here`,
        allowed,
        ...(suggestion !== undefined && { suggestion }),
      };
    });
  },
};
