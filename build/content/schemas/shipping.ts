/** Schemas of trade data: the member `shipping` of product files, and the columns of `variants.csv`. */
import { z } from 'zod';
import {
  type cartonSchema,
  lengthUnits,
  shippingSchema,
  type weightSchema,
  weightUnits,
} from '../../../contract/schemas/shipping.ts';
import { optional, textLike } from './values.ts';

/** The country codes of ISO 3166-1 alpha-2. */
const countries = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
    'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE ' +
    'EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM ' +
    'HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC ' +
    'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
    'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
    'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
    'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

const notACountry = 'is not a country: write its two capital letters (ISO 3166-1), such as CA';

/** Validates the code of a country (ISO 3166-1 alpha-2). */
export const countrySchema = textLike(/^[A-Z]{2}$/, notACountry, (code) => countries.has(code));

/** Validates a customs code of the Harmonized System. */
export const hsCodeSchema = textLike(
  /^\d{6}(\d{2}){0,2}$/,
  'is not a customs code of the Harmonized System: write 6, 8 or 10 digits without points',
);

const { shape } = shippingSchema;

/** Returns a member of the API's schema as content has it: unknown members are faults. */
function strict<Members extends z.ZodRawShape>(
  member: z.ZodExactOptional<z.ZodObject<Members>>,
): z.ZodObject<Members, z.core.$strict> {
  const object = member.unwrap();
  return z.strictObject(object.shape).meta({ ...object.meta() });
}

/** Validates the member `shipping` of a product file, which the API shows unchanged. */
export const productShippingSchema = z.strictObject({
  ...shape,
  ...optional({
    pieceWeight: strict(shape.pieceWeight),
    cartonWeight: strict(shape.cartonWeight),
    carton: strict(shape.carton),
    originCountries: z
      .array(countrySchema)
      .min(1)
      .meta({ ...shape.originCountries.unwrap().meta() }),
    hsCode: hsCodeSchema.meta({ ...shape.hsCode.unwrap().meta() }),
    leadTime: strict(shape.leadTime),
  }),
});

const number = '\\d{1,6}(?:\\.\\d{1,3})?';

/** Validates a cell with a weight, such as `176 g`. */
export const weightCellSchema = textLike(
  new RegExp(`^${number} (${weightUnits.join('|')})$`),
  `is not a weight: write a number and ${weightUnits.join(', ')}, such as 176 g`,
).transform((cell) => {
  const [value, unit] = cell.split(' ');
  return { value: Number(value), unit } as z.infer<typeof weightSchema>;
});

/** Validates a cell with the measures of a carton, such as `60 x 40 x 32 cm`. */
export const cartonCellSchema = textLike(
  new RegExp(`^${number} x ${number} x ${number} (${lengthUnits.join('|')})$`),
  'is not a carton: write length x width x height and cm or in, such as 60 x 40 x 32 cm',
).transform((cell) => {
  const [length, width, height, unit] = cell.split(/ x | /);
  const sides = { length: Number(length), width: Number(width), height: Number(height) };
  return { ...sides, unit } as z.infer<typeof cartonSchema>;
});

/** Validates a cell with countries, such as `HN NI`. */
export const countriesCellSchema = textLike(
  /^[A-Z]{2}( [A-Z]{2})*$/,
  `${notACountry}; separate several by a space`,
  (cell) => cell.split(' ').every((code) => countries.has(code)),
).transform((cell) => cell.split(' '));
