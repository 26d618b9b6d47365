import type { FormEvent } from 'react'

/** Moves the focus to a form's first field with an error, which announces the field and its message. */
export const focusFirstInvalid = (form: Element | null | undefined): void => {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-first-invalid]')?.focus()
}

/** The same, once the messages that the current event brings are shown. */
export const focusFirstInvalidSoon = (form: Element | null | undefined): void => {
  setTimeout(() => focusFirstInvalid(form))
}

/** The second argument of a form's `onSubmit`, for forms without `useCheckedForm`. */
export const onInvalid = (_errors: unknown, _values: unknown, event?: FormEvent<HTMLFormElement>): void =>
  focusFirstInvalidSoon(event?.currentTarget)

/**
 * Whether a field has a text that its value can't hold, such as a date that doesn't exist; all such fields then show
 * their messages.
 */
export const hasWrongText = (form: HTMLFormElement): boolean => {
  const wrong = [...form.querySelectorAll('input')].filter(({ validity }) => validity.customError)
  for (const field of wrong) field.checkValidity()
  return wrong.length > 0
}
