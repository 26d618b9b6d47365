/** Whether a password is among the first that anyone would try. */

let known: Promise<ReadonlySet<string>> | undefined

/** About 50,000, from passwords that have become public; loaded when first needed. */
const readKnown = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))
}

/** A unit this short is easy to guess however often it is repeated. */
const SHORT_UNIT = 6

/**
 * A common password alone, repeated, or with digits and symbols before or after it: 'password2026!'. Few common ones have
 * as many characters as a new password must have; most that do are a shorter one with something added.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readKnown()
  const common = await known
  const text = password.toLowerCase()
  const [, unit = text] = /^(.+?)\1+$/su.exec(text) ?? []
  const letters = unit.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return unit.length < SHORT_UNIT || common.has(text) || common.has(unit) || common.has(letters)
}
