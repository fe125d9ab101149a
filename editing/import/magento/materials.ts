/** The material attribute in, fabric facets and material codes out. */
import { namesById } from './names.ts';

/** Codes of fibres as care labels have them; another material gets its name as a code. */
const fibreCodes: ReadonlyMap<string, string> = new Map([
  ['acrylic', 'AC'],
  ['cotton', 'CO'],
  ['elastane', 'EA'],
  ['hemp', 'HA'],
  ['linen', 'LI'],
  ['lyocell', 'CLY'],
  ['nylon', 'PA'],
  ['organic-cotton', 'OCO'],
  ['polyester', 'PES'],
  ['rayon', 'VI'],
  ['recycled-cotton', 'RCO'],
  ['recycled-polyester', 'RPET'],
  ['silk', 'SE'],
  ['spandex', 'EA'],
  ['viscose', 'VI'],
  ['wool', 'WO'],
]);

/** Ways of making a fabric, which say nothing of its fibres. */
const constructions = new Set(
  'fleece french-terry jersey khaki mesh microfiber microfibre pique ripstop softshell terry twill'.split(
    ' ',
  ),
);

/** Tells whether a material's code is only its name. */
export function isOwnCode(code: string): boolean {
  return ![...fibreCodes.values()].includes(code);
}

/** The materials that are fibres, by code; `names` are values of the attribute. */
export function toMaterialCodes(names: Iterable<string>): ReadonlyMap<string, string> {
  const byCode = new Map<string, string>();
  for (const [id, name] of namesById(names)) {
    const code = fibreCodes.get(id) ?? id.toUpperCase();
    if (!constructions.has(id) && !byCode.has(code)) byCode.set(code, name);
  }
  return byCode;
}
