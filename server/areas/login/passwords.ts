import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes: the library's default and OWASP's first choice. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash (unknown user, or one who signs in elsewhere) it verifies
 * against a decoy, so the response time reveals nothing.
 */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no one has this password')
  const isMatch = await verify(passwordHash ?? (await decoy), password)
  return isMatch && typeof passwordHash === 'string'
}
