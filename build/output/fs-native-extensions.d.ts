/** Types of the functions that this project uses; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /**
   * Locks a whole file, exclusively unless `shared` is true, until the descriptor is closed or its process ends;
   * replaces a lock that the descriptor has. A shared lock needs a descriptor that is open for reading, an exclusive
   * one for writing. Returns false, without waiting, if a lock of another descriptor conflicts. Throws errors of the
   * operating system.
   */
  export function tryLock(descriptor: number, options?: { readonly shared?: boolean }): boolean;
}
