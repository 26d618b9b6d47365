import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes, which is the library's default and OWASP's first choice. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined

/**
 * Whether the password is the one that was hashed. Where there is no hash (no such user, or one who signs in elsewhere)
 * it works as long on a hash of its own and says no, so that the time taken tells nothing.
 */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no one has this password')
  const isMatch = await verify(passwordHash ?? (await decoy), password)
  return isMatch && typeof passwordHash === 'string'
}
