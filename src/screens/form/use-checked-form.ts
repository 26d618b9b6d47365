import type { UseFormReturnType } from '@mantine/form'
import { type FormEvent, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ZodSafeParseResult } from 'zod'
import { focusFirstInvalid, hasWrongText } from './focus-first-invalid.ts'

interface Handlers<Parsed> {
  readonly onValid: (parsed: Parsed) => void
  readonly onInvalid?: (paths: readonly string[]) => void
}

type Messages = Readonly<Record<string, string>>

const saysTheSame = (one: Messages, other: Messages) => {
  const paths = Object.keys(one)
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path])
}

/** Keeps its identity until a message changes, so that fields rerender only then. */
const useSameMessages = (messages: Messages): Messages => {
  const [shown, setShown] = useState(messages)
  if (saysTheSame(shown, messages)) return shown
  setShown(messages)
  return messages
}

/**
 * The messages of a form's schema: none until the first submit, then updated as the user types. A submit that fails
 * validation, or while a field has a text that its value can't hold, moves the focus to the first invalid field.
 *
 * @param result the schema's result for the current values
 */
export const useCheckedForm = <Values, Parsed>(
  form: Pick<UseFormReturnType<Values>, 'errors' | 'clearErrors'>,
  result: ZodSafeParseResult<Parsed>,
  { onValid, onInvalid }: Handlers<Parsed>,
) => {
  const [wasTried, setWasTried] = useState(false)
  const problems: Record<string, string> = {}
  // The first message at a path wins: "required" comes before "not an email address".
  for (const { path, message } of result.error?.issues ?? []) problems[path.join('.')] ??= message
  const refused = Object.entries(form.errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const messages = useSameMessages({ ...(wasTried && problems), ...Object.fromEntries(refused) })
  return {
    /** The message at a field (`recurrence.weekly.days`): the server's, or after the first submit the schema's. */
    errorOf: useCallback((path: string): string | undefined => messages[path], [messages]),
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const element = event.currentTarget
      let isWrong = false
      flushSync(() => {
        setWasTried(true)
        form.clearErrors()
        isWrong = hasWrongText(element)
      })
      if (result.success && !isWrong) onValid(result.data)
      else {
        focusFirstInvalid(element)
        onInvalid?.(Object.keys(problems))
      }
    },
  }
}
