import { type UseFormReturnType, useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { asSingleSession, type SessionFormValues, sessionFormSchema } from '#domain/session-form.ts'
import { selectPattern } from '#machines/schedule/recurrence-pattern.machine.ts'
import {
  type SessionFormEmitted,
  type SessionFormInput,
  selectMode,
  sessionFormMachine,
} from '#machines/schedule/session-form.machine.ts'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'

export type SessionFormActor = ActorRefFrom<typeof sessionFormMachine>
type Saved = Extract<SessionFormEmitted, { type: 'session.saved' }>

export interface SessionFormHandlers {
  readonly onSaved: (saved: Saved) => void
  readonly onClosed: () => void
  /** Saving was tried with fields that have a message; they are marked, and the first has the focus. */
  readonly onInvalid?: ((paths: readonly string[]) => void) | undefined
}

/** The machines of the form's parts; they live as long as the form's. */
export const partsOf = (actor: SessionFormActor) => {
  const { choices, caseloadArea, recurrence } = actor.getSnapshot().children
  if (!choices || !caseloadArea || !recurrence) throw new Error('The form has not started')
  return { choices, caseloadArea, recurrence }
}

/** What the machines decide of the form's values. */
const useChoices = (actor: SessionFormActor) => {
  const { choices, caseloadArea, recurrence } = partsOf(actor)
  const chosen = useSelector(choices, ({ context }) => context.chosen)
  const rate = useSelector(choices, ({ context }) => context.rate)
  const caseloadIds = useSelector(caseloadArea, ({ context }) => context.selectedIds)
  const mode = useSelector(actor, selectMode)
  const pattern = useSelector(recurrence, selectPattern, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  return { chosen, rate, caseloadIds, mode, pattern }
}

const withPattern = (
  recurrence: SessionFormValues['recurrence'],
  pattern: ReturnType<typeof selectPattern>,
): SessionFormValues['recurrence'] => {
  switch (pattern.type) {
    case 'none':
      return { ...recurrence, type: 'none' }
    case 'daily':
      return { ...recurrence, type: 'daily', daily: { ...recurrence.daily, option: pattern.option } }
    case 'weekly':
      return { ...recurrence, type: 'weekly', weekly: { ...recurrence.weekly, option: pattern.option } }
    case 'monthly':
      return { ...recurrence, type: 'monthly', monthly: { ...recurrence.monthly, option: pattern.option } }
  }
}

export interface SessionFormView {
  readonly actor: SessionFormActor
  readonly form: UseFormReturnType<SessionFormValues>
  /** What is typed together with what is chosen. */
  readonly values: SessionFormValues
  /** The message at a field (`recurrence.weekly.days`): the server's, or once saving was tried the schema's. */
  readonly errorOf: (path: string) => string | undefined
  /** Inputs are disabled: the session is only looked at. */
  readonly isLocked: boolean
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Runs the form: its machine, and the form library for what is typed. A submit that the schema refuses puts the focus
 * on the first field that has a message; a valid one goes to the machine.
 */
export const useSessionForm = (input: SessionFormInput, handlers: SessionFormHandlers): SessionFormView => {
  const actor = useActorRef(useProvided(sessionFormMachine), { input })
  const { chosen, rate, caseloadIds, mode, pattern } = useChoices(actor)
  const form = useForm<SessionFormValues>({
    initialValues: input.restored ?? input.initial,
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  const questions = useSelector(actor, ({ context }) => context.questions)
  const isLocked = !useSelector(actor, (snapshot) => snapshot.hasTag('editable'))

  const { recurrence } = form.values
  const values: SessionFormValues = {
    ...form.values,
    ...chosen,
    mode,
    caseloadIds: [...caseloadIds],
    recurrence: withPattern(recurrence, pattern),
  }
  const checked = input.purpose === 'editOccurrence' ? asSingleSession(values) : values
  const { errorOf, submit } = useCheckedForm(form, sessionFormSchema(questions).safeParse(checked), {
    onValid: (parsed) => actor.send({ type: 'form.submit', form: parsed, serviceRate: rate }),
    onInvalid: (paths) => handlers.onInvalid?.(paths),
  })

  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const { setErrors } = form
  useEffect(() => {
    const listeners = [
      actor.on('session.saved', (saved) => latest.current.onSaved(saved)),
      actor.on('form.closed', () => latest.current.onClosed()),
      actor.on('form.refused', ({ fields }) => setErrors(fields)),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [actor, setErrors])

  return {
    actor,
    form,
    values,
    errorOf,
    isLocked,
    submit,
  }
}
