/**
 * Compares two numbers or strings for `sort`: returns -1, 0 or 1, for ascending order. Strings are compared by
 * code unit, so that the order does not depend on the locale of the machine.
 */
export function compare<Value extends string | number>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
