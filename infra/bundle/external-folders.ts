/**
 * Finds, in package-lock.json, the folders of `node_modules` that a server needs besides the bundle: those of the
 * libraries that are not bundled, and of their dependencies.
 */

type Dependencies = Readonly<Record<string, string>>;

/**
 * The member `packages` of a package-lock.json: folder of a library, such as `node_modules/a/node_modules/b` → names
 * and version ranges of its dependencies.
 */
export type LockedPackages = Readonly<
  Record<
    string,
    { readonly dependencies?: Dependencies; readonly optionalDependencies?: Dependencies }
  >
>;

/**
 * Returns the folders of the given libraries and of all their dependencies, sorted. Includes optional dependencies for
 * other platforms. Throws an `Error` if package-lock.json lacks one of the libraries.
 */
export function findExternalFolders(
  libraries: readonly string[],
  packages: LockedPackages,
): readonly string[] {
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const folder = resolveFrom(from, name, packages);
    if (folder === undefined || found.has(folder)) return folder;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, folder);
    return folder;
  };
  for (const name of libraries) {
    if (add(name, '') === undefined) throw new Error(`package-lock.json does not have ${name}`);
  }
  return [...found].sort();
}

/**
 * Returns the folder of the library `name` that Node.js loads for `require(name)` in a module of the folder `from`: the
 * first `node_modules/<name>` in `from` or in a folder above it. Returns undefined if there is none.
 */
function resolveFrom(from: string, name: string, packages: LockedPackages): string | undefined {
  for (let folder = from; ; ) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return undefined;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
}
