type Present<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/** Returns a copy of an object without the members that are undefined; the others keep their order. */
export function omitUndefined<Members extends object>(members: Members): Present<Members> {
  const present: Record<string, unknown> = {};
  // In a loop: this runs for every variant of every product.
  for (const name in members) if (members[name] !== undefined) present[name] = members[name];
  return present as Present<Members>;
}
