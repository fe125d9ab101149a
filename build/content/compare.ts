/** Compares for `sort`, ascending; strings by code unit, so that the order does not depend on the machine's locale. */
export function compare<Value extends string | number>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
