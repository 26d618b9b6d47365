import type { ComponentProps } from 'react'
import { MIN_PASSWORD, passwordLength } from '#domain/passwords.ts'
import { PasswordField } from '#ui/password-field/password-field.tsx'

const isLongEnough = (password: string): boolean => passwordLength(password) >= MIN_PASSWORD

/** A plain rule, which needs no dictionary in the browser (docs/decisions/passwords.md). */
const hintOf = (password: string): string => {
  const length = passwordLength(password)
  if (length === 0) return `At least ${MIN_PASSWORD} characters, such as four unrelated words.`
  return isLongEnough(password) ? 'Long enough. Longer is stronger.' : `${length} of ${MIN_PASSWORD} characters`
}

type FieldProps = ComponentProps<typeof PasswordField>

interface Props {
  /** Spread from `getInputProps`, with the label. */
  readonly chosen: FieldProps & { readonly value?: string }
  readonly confirmed: FieldProps & { readonly value?: string }
  /** Compares the confirmation with the new password. */
  readonly onCompare: () => void
}

/** A new password, with a hint while it is typed, and its confirmation. Both are compared when either is left. */
export const NewPasswordFields = ({ chosen, confirmed, onCompare }: Props) => (
  <>
    <PasswordField
      autoComplete="new-password"
      description={chosen.error && isLongEnough(chosen.value ?? '') ? undefined : hintOf(chosen.value ?? '')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...chosen}
      onBlur={() => {
        if (confirmed.value) onCompare()
      }}
    />
    <PasswordField autoComplete="new-password" {...confirmed} onBlur={onCompare} />
  </>
)
