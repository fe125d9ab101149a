import type { ContentRule } from '../rule.ts';

/** The name is the brand's key in the list response: of two, one would be lost. */
export const sameBrandName: ContentRule = {
  id: 'shared/same-brand-name',
  severity: 'error',
  summary: 'No two brands have the same name.',
  remedy: 'Change one of the names, or make one brand of the two.',
  *check({ brands }) {
    const owners = new Map<string, string>();
    for (const [id, { name }] of Object.entries(brands)) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, id);
      else {
        const message = `"${name}" is the name of the brand "${owner}" already`;
        yield { file: 'brands.json', path: ['brands', id, 'name'], message };
      }
    }
  },
};
