/** The part of the package that this project uses; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /**
   * Locks a whole file that is open for writing, until the descriptor is closed or its process ends. Returns
   * false when another descriptor holds the lock. Throws what the operating system says.
   */
  export function tryLock(descriptor: number): boolean;
}
