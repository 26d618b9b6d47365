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
import type { LocalDate } from '#domain/time.ts'
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

/** The purpose and initial values of the form. */
export interface SessionFormOpening extends Omit<SessionFormInput, 'opensWith' | 'stored'> {
  /** The values of an empty form or of a stored session. */
  readonly initial: SessionFormValues
  /** Values from a draft, which replace `initial`. */
  readonly restored?: SessionFormValues
}

export interface SessionFormHandlers {
  /** With the date in the form: the session's, or the first of its series. */
  readonly onSaved: (saved: Saved, date: LocalDate) => void
  readonly onClosed: () => void
  /** Called with all values after the user changes any. */
  readonly onEntered?: ((values: SessionFormValues) => void) | undefined
  /** Called after a submit failed validation; the fields show their messages, and the first has the focus. */
  readonly onInvalid?: ((paths: readonly string[]) => void) | undefined
}

/** The actors that load the form's lists; they live as long as the form's machine. */
export const partsOf = (actor: SessionFormActor) => {
  const { choices, caseloadArea } = actor.getSnapshot().children
  if (!choices || !caseloadArea) throw new Error('The form has not started')
  return { choices, caseloadArea }
}

/** For a parent that closes the form. */
export interface SessionFormHandle {
  /** Confirms first if there are unsaved changes. */
  readonly leave: () => void
}

/** The props of every part of the form. Stable while values change, so that a part rerenders only for its own values. */
export interface SessionFormPart {
  readonly actor: SessionFormActor
  /** Sets values that the user entered. */
  readonly enter: (entered: Partial<SessionFormValues>) => void
  /** The message at a field (`recurrence.weekly.days`): the server's, or after the first submit the schema's. */
  readonly errorOf: (path: string) => string | undefined
  /** Disables the inputs, because the session is read-only. */
  readonly isLocked: boolean
}

export interface SessionFormView extends SessionFormPart, SessionFormHandle {
  readonly values: SessionFormValues
  /** The series that the recurrence and the dates make. */
  readonly series: SessionSeries
  /** The pattern of the stored series. */
  readonly storedPattern: RecurrencePattern
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
}

/** The values as of the last render, for listeners that outlive it. */
interface Latest extends SessionFormHandlers {
  readonly hasEntries: () => boolean
  readonly getValues: () => SessionFormValues
}

const storedOf = ({
  sessionId,
  initial: { providerId, schoolId, caseloadIds },
}: SessionFormOpening): SessionFormInput['stored'] =>
  sessionId === undefined || schoolId === null ? null : { providerId, schoolId, caseloadIds }

/** Whether the path of a message belongs to one of these values. */
const isOf = (path: string, entered: Partial<SessionFormValues>) => (path.split('.')[0] ?? path) in entered

/**
 * Runs the form. The form library owns the values; the machine loads the choices and saves. A submit that fails
 * validation focuses the first invalid field; a valid one goes to the machine.
 */
export const useSessionForm = (opening: SessionFormOpening, handlers: SessionFormHandlers): SessionFormView => {
  const { initial, restored, ...input } = opening
  const [opened] = useState(() => openedValues(restored ?? initial, input.user.role))
  const [storedPattern] = useState(() => patternOf(initial.recurrence))
  const actor = useActorRef(useProvided(sessionFormMachine), {
    input: { ...input, opensWith: opened, stored: storedOf(opening) },
  })
  const questions = useSelector(actor, ({ context }) => context.questions)
  const isLocked = !useSelector(actor, (snapshot) => snapshot.hasTag('editable'))

  const latest = useRef<Latest>({ ...handlers, hasEntries: () => false, getValues: () => opened })
  const form = useForm<SessionFormValues>({
    initialValues: opened,
    // `enter` clears the messages of the values it changes.
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
      actor.on('session.saved', (saved) => latest.current.onSaved(saved, latest.current.getValues().date)),
      actor.on('form.closed', () => latest.current.onClosed()),
      actor.on('form.refused', ({ fields }) => setErrors(fields)),
      choices.on('schools.loaded', ({ schools }) => {
        const { schoolId } = latest.current.getValues()
        if (schoolId === null || schools.some(({ id }) => id === schoolId)) return
        // The provider doesn't work at the chosen school.
        setValues(chooseSchool(null))
        choices.send({ type: 'place.choose', place: null })
        caseloadArea.send({ type: 'school.choose', schoolId: null })
      }),
      caseloadArea.on('caseload.loaded', ({ entries }) => {
        // A draft may contain students who have since left the caseload; the user could neither see nor remove them.
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
