import type { UseFormReturnType } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ZodSafeParseResult } from 'zod'

interface Handlers<Parsed> {
  readonly onValid: (parsed: Parsed) => void
  readonly onInvalid?: (paths: readonly string[]) => void
}

/**
 * What a form's schema says of what is typed: nothing until saving was tried, then at every field as it stands. A submit
 * that it refuses puts the focus on the first field that has a message.
 *
 * @param result of the schema for the form's values as they are now
 */
export const useCheckedForm = <Values, Parsed>(
  form: Pick<UseFormReturnType<Values>, 'errors' | 'clearErrors'>,
  result: ZodSafeParseResult<Parsed>,
  { onValid, onInvalid }: Handlers<Parsed>,
) => {
  const [wasTried, setWasTried] = useState(false)
  // The first message at a path counts: "required" comes before "not an email address".
  const problems = new Map<string, string>()
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.join('.')
    if (!problems.has(field)) problems.set(field, message)
  }
  return {
    /** The message at a field (`recurrence.weekly.days`): the server's, or once saving was tried the schema's. */
    errorOf: (path: string): string | undefined => {
      const refused = form.errors[path]
      return typeof refused === 'string' ? refused : wasTried ? problems.get(path) : undefined
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const element = event.currentTarget
      flushSync(() => {
        setWasTried(true)
        form.clearErrors()
      })
      if (result.success) onValid(result.data)
      else {
        element.querySelector<HTMLElement>('[aria-invalid="true"], [data-first-invalid]')?.focus()
        onInvalid?.([...problems.keys()])
      }
    },
  }
}
