import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password with a button that shows it. */
export const PasswordField = ({ error, ...props }: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': `Show ${String(props.label).toLowerCase()}` }}
    error={error}
    // Mantine's password field leaves it out.
    aria-invalid={Boolean(error) || undefined}
    {...props}
  />
)
