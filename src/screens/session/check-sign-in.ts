import { z } from 'zod'
import { type SignInForm, signInFormSchema } from '#domain/sign-in-form.ts'
import type { SignInField } from '#machines/session/sign-in.machine.ts'

type Problems = Readonly<Partial<Record<SignInField, string>>>

/** The first problem of each field; none if the entries are accepted. */
export const checkSignIn = (entries: SignInForm): { accepted?: SignInForm; problems: Problems } => {
  const { data, error } = signInFormSchema.safeParse(entries)
  if (data) return { accepted: data, problems: {} }
  const { username, password } = z.flattenError(error).fieldErrors
  return { problems: { username: username?.[0], password: password?.[0] } }
}
