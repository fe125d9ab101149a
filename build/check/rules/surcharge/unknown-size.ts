import { unknownSize } from '../table/unknown-size.ts';

export const surchargeUnknownSize = unknownSize({
  id: 'surcharge/unknown-size',
  rows: 'a surcharge',
  tableOf: ({ surcharges }) => surcharges,
});
