import { z } from 'zod'

/** The sign-in form, with the spec's messages (spec 1, section 5). */
export const signInFormSchema = z.object({
  username: z
    .string()
    .trim()
    .min(1, 'Username is required')
    .max(320, 'Username is not valid!')
    .refine((value) => value === '' || z.email().safeParse(value).success, 'Username is not valid!'),
  password: z.string().min(1, 'Password is required').max(1024, 'Password is too long'),
  rememberme: z.boolean().default(false),
})
export type SignInForm = z.output<typeof signInFormSchema>
