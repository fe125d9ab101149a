/**
 * No schema of a JSON file changes the values that it checks, for example by a default or a conversion. If an
 * earlier build has checked a file, the next build only parses it with `JSON.parse` and would not apply such a
 * change.
 */
import test from 'ava';
import { z } from 'zod';
import { jsonKinds } from '../../../../../build/content/schemas/kinds.ts';

/** Kinds of zod schemas whose output may differ from their input. */
const changing = ['default', 'prefault', 'catch', 'transform', 'pipe', 'codec', 'success'];

/** Returns the paths in a schema at which parsing may change a value, each with the reason. */
function changesIn(schema: z.core.$ZodType): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof z.core.$ZodType) {
      const { def } = value._zod;
      const { coerce, checks = [] } = def as { coerce?: boolean; checks?: z.core.$ZodCheck[] };
      if (changing.includes(def.type)) found.push(`${path}: ${def.type}`);
      if (coerce) found.push(`${path}: coerce`);
      if (checks.some((check) => check._zod.def.check === 'overwrite')) {
        found.push(`${path}: overwrite`);
      }
      if (def.type === 'object' && !('catchall' in def && def.catchall)) {
        found.push(`${path}: unknown members are removed`);
      }
      if (def.type === 'lazy') visit((def as z.core.$ZodLazyDef).getter(), path);
      for (const [name, part] of Object.entries(def)) visit(part, `${path}.${name}`);
    } else {
      for (const [name, part] of Object.entries(value)) visit(part, `${path}.${name}`);
    }
  };
  visit(schema, '');
  return found;
}

test('no schema of a JSON file changes the values that it accepts', (t) => {
  for (const [kind, { schema }] of Object.entries(jsonKinds))
    t.deepEqual(changesIn(schema), [], kind);
});

test('a schema that changes values is detected at any depth', (t) => {
  const text = z.string();
  const schemas: [z.ZodType, RegExp][] = [
    [text.default('x'), /default/],
    [text.prefault('x'), /prefault/],
    [text.catch('x'), /catch/],
    [text.transform(Number), /pipe/],
    [z.coerce.number(), /coerce/],
    [text.trim(), /overwrite/],
    [z.object({}), /removed/],
  ];
  for (const [schema, reason] of schemas) {
    const wrappers = [
      z.strictObject({ member: schema.exactOptional() }),
      z.array(z.record(text, schema)),
      z.union([z.number(), z.tuple([schema])]),
      z.lazy(() => z.strictObject({ member: schema.nullable() })),
    ];
    for (const wrapper of wrappers) t.regex(changesIn(wrapper).join('\n'), reason);
  }
  t.deepEqual(changesIn(z.strictObject({ member: z.json() })), []);
});
