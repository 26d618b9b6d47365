import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { RecurrencePattern } from '#domain/recurrence-patterns.ts'
import { chooseSchool, openedValues, patternOf } from '#domain/session-entry.ts'
import {
  asSingleSession,
  type SessionFormValues,
  type SessionSeries,
  seriesOf,
  sessionFormSchema,
} from '#domain/session-form.ts'
import {
  type SessionFormEmitted,
  type SessionFormInput,
  sessionFormMachine,
} from '#machines/schedule/session-form.machine.ts'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'

type SessionFormActor = ActorRefFrom<typeof sessionFormMachine>
type Saved = Extract<SessionFormEmitted, { type: 'session.saved' }>

/** What the form is opened for, and with. */
export interface SessionFormOpening extends Omit<SessionFormInput, 'opensWith'> {
  /** An empty form, or a stored session. */
  readonly initial: SessionFormValues
  /** What was entered into it before, from a draft: the form opens with this in place of `initial`. */
  readonly restored?: SessionFormValues
}

export interface SessionFormHandlers {
  readonly onSaved: (saved: Saved) => void
  readonly onClosed: () => void
  /** Something was entered: all that the form holds now. */
  readonly onEntered?: ((values: SessionFormValues) => void) | undefined
  /** Saving was tried with fields that have a message; they are marked, and the first has the focus. */
  readonly onInvalid?: ((paths: readonly string[]) => void) | undefined
}

/** What loads the form's lists; they live as long as the form's machine. */
export const partsOf = (actor: SessionFormActor) => {
  const { choices, caseloadArea } = actor.getSnapshot().children
  if (!choices || !caseloadArea) throw new Error('The form has not started')
  return { choices, caseloadArea }
}

/** For whoever closes the form from outside. */
export interface SessionFormHandle {
  /** Asks first when something was entered. */
  readonly leave: () => void
}

/** What every part of the form needs. It stays the same while values change, so that a part renders for its own alone. */
export interface SessionFormPart {
  readonly actor: SessionFormActor
  /** Puts what the user entered into the form. */
  readonly enter: (entered: Partial<SessionFormValues>) => void
  /** The message at a field (`recurrence.weekly.days`): the server's, or once saving was tried the schema's. */
  readonly errorOf: (path: string) => string | undefined
  /** Inputs are disabled: the session is only looked at. */
  readonly isLocked: boolean
}

export interface SessionFormView extends SessionFormPart, SessionFormHandle {
  readonly values: SessionFormValues
  /** What the recurrence and the days add up to. */
  readonly series: SessionSeries
  /** The pattern of the stored series. */
  readonly storedPattern: RecurrencePattern
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
}

/** As of the last render, for listeners that outlive it. */
interface Latest extends SessionFormHandlers {
  readonly hasEntries: () => boolean
  readonly getValues: () => SessionFormValues
}

/** Whether a message at this path belongs to one of the values. */
const isOf = (path: string, entered: Partial<SessionFormValues>) => (path.split('.')[0] ?? path) in entered

/**
 * Runs the form. Its values are the form library's; the machine loads what can be chosen, and saves. A submit that the
 * schema refuses puts the focus on the first field that has a message; a valid one goes to the machine.
 */
export const useSessionForm = (opening: SessionFormOpening, handlers: SessionFormHandlers): SessionFormView => {
  const { initial, restored, ...input } = opening
  const [opened] = useState(() => openedValues(restored ?? initial, input.user.role))
  const [storedPattern] = useState(() => patternOf(initial.recurrence))
  const actor = useActorRef(useProvided(sessionFormMachine), { input: { ...input, opensWith: opened } })
  const questions = useSelector(actor, ({ context }) => context.questions)
  const isLocked = !useSelector(actor, (snapshot) => snapshot.hasTag('editable'))

  const latest = useRef<Latest>({ ...handlers, hasEntries: () => false, getValues: () => opened })
  const form = useForm<SessionFormValues>({
    initialValues: opened,
    // `enter` removes the messages of what it changes.
    clearInputErrorOnChange: false,
    onValuesChange: useCallback((values: SessionFormValues) => {
      if (latest.current.hasEntries()) latest.current.onEntered?.(values)
    }, []),
  })
  const { values, setValues, setTouched, setErrors, getValues } = form
  const hasEntries = () => restored !== undefined || form.isTouched()
  useEffect(() => {
    latest.current = { ...handlers, hasEntries, getValues }
  })

  const { recurrence, date, endDate } = values
  const series = useMemo(() => seriesOf({ recurrence, date, endDate }), [recurrence, date, endDate])
  const result =
    input.purpose === 'editOccurrence'
      ? sessionFormSchema(questions).safeParse(asSingleSession(values))
      : sessionFormSchema(questions, () => series).safeParse(values)
  const { errorOf, submit } = useCheckedForm(form, result, {
    onValid: (parsed) => {
      const { rate } = partsOf(actor).choices.getSnapshot().context
      actor.send({ type: 'form.submit', form: parsed, serviceRate: rate })
    },
    onInvalid: (paths) => handlers.onInvalid?.(paths),
  })

  const { caseloadIds: storedStudents } = initial
  useEffect(() => {
    const { choices, caseloadArea } = partsOf(actor)
    const listeners = [
      actor.on('session.saved', (saved) => latest.current.onSaved(saved)),
      actor.on('form.closed', () => latest.current.onClosed()),
      actor.on('form.refused', ({ fields }) => setErrors(fields)),
      choices.on('schools.loaded', ({ schools }) => {
        const { schoolId } = latest.current.getValues()
        if (schoolId === null || schools.some(({ id }) => id === schoolId)) return
        // The provider does not work there.
        setValues(chooseSchool(null))
        choices.send({ type: 'place.choose', place: null })
        caseloadArea.send({ type: 'school.choose', schoolId: null })
      }),
      caseloadArea.on('caseload.loaded', ({ entries }) => {
        // A draft may hold students who have left the caseload since: nobody could see them, or take them out.
        const known = new Set([...storedStudents, ...entries.map(({ id }) => id)])
        const { caseloadIds } = latest.current.getValues()
        if (caseloadIds.some((id) => !known.has(id)))
          setValues({ caseloadIds: caseloadIds.filter((id) => known.has(id)) })
      }),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [actor, setErrors, setValues, storedStudents])

  const enter = useCallback(
    (entered: Partial<SessionFormValues>) => {
      const touched = Object.fromEntries(Object.keys(entered).map((key) => [key, true]))
      setTouched((before) => ({ ...before, ...touched }))
      setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([path]) => !isOf(path, entered))))
      setValues(entered)
    },
    [setTouched, setErrors, setValues],
  )

  return {
    actor,
    values,
    series,
    storedPattern,
    enter,
    errorOf,
    isLocked,
    submit,
    leave: () => actor.send({ type: 'form.cancel', hasEntries: hasEntries() }),
  }
}
