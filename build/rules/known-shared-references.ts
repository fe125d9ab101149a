/** What the shared files name of each other must exist, and the base tier must be a tier. */
import type { Finding } from '../findings.ts';
import type { Rule } from './rule.ts';

export const knownSharedReferences: Rule = (content) => {
  const findings: Finding[] = [];
  const { base, all } = content.catalogue.tiers;
  if (!all.includes(base)) {
    const message = `"${base}" is not one of the tiers ${all.join(', ')}`;
    findings.push({ file: 'catalogue.json', path: 'tiers.base', message });
  }
  for (const [id, { families }] of Object.entries(content.colors)) {
    for (const family of families.filter((name) => !Object.hasOwn(content.families, name))) {
      const message = `"${family}" is not one of the families of this file`;
      findings.push({ file: 'colors.json', path: `colors.${id}.families`, message });
    }
  }
  for (const [id, { icon }] of Object.entries(content.decorations)) {
    if (icon.startsWith('https://') || content.assets.has(icon)) continue;
    const message = `"${icon}" is not in assets/; correct it or add the file`;
    findings.push({ file: 'decorations.json', path: `decorations.${id}.icon`, message });
  }
  for (const [id, { measures, rows }] of Object.entries(content.sizeCharts)) {
    for (const [size, values] of Object.entries(rows)) {
      if (values.length === measures.length) continue;
      const message = `has ${values.length} values for ${measures.length} measures`;
      findings.push({ file: 'size-charts.json', path: `charts.${id}.rows.${size}`, message });
    }
  }
  return findings;
};
