/** Types of the only function that this project uses; the package has none. */
declare module 'fs-native-extensions' {
  /** Locks a file, exclusively by default, until its descriptor is closed. Returns false if another lock conflicts. */
  export function tryLock(descriptor: number, options?: { readonly shared?: boolean }): boolean;
}
