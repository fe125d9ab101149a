/** The numbers of an export: amounts of money and of pieces are written alike. */

interface Decimal {
  readonly whole: number;
  /** The digits after the point. */
  readonly fraction: string;
}

/**
 * Reads a number such as `52`, `52.5000` or `1,052.50`, below a billion; undefined when it is written
 * otherwise, as `39,99` is, or has a sign.
 */
export function readDecimal(text: string): Decimal | undefined {
  const [, whole, fraction = ''] =
    /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { whole: Number(whole.replaceAll(',', '')), fraction };
}
