/** Compares two numbers or texts by code unit, so that the order is the same on every machine. */
export function compare<Value extends string | number>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
