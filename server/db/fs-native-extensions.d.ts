/** The part that we use; the package has no types. */
declare module 'fs-native-extensions' {
  /** Locks a file for as long as its descriptor is open. @returns false if another descriptor has it locked */
  export function tryLock(descriptor: number): boolean
}
