// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptySessionForm, type SessionFormValues } from '#domain/session-form.ts'
import { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import { ProvisionsContext } from '#screens/provided.tsx'
import { type SessionFormOpening, type SessionFormView, useSessionForm } from './use-session-form.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const provisions = new Map([[sessionFormMachine, sessionFormMachine]])
const empty = emptySessionForm({ date: '2026-11-24' })
const initial: SessionFormValues = {
  ...empty,
  recurrence: { ...empty.recurrence, type: 'daily' },
  endDate: '2026-11-26',
}
const opening: SessionFormOpening = {
  purpose: 'create',
  user: { id: 1, role: 'Administrators', providerId: null },
  noun: 'Session',
  initial,
}

let view: SessionFormView
const Form = () => {
  view = useSessionForm(opening, { onSaved: () => {}, onClosed: () => {} })
  return null
}
const enter = (entered: Partial<SessionFormValues>) => act(async () => view.enter(entered))

let page: ReturnType<typeof createRoot>
beforeEach(async () => {
  page = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    page.render(
      <ProvisionsContext value={provisions}>
        <Form />
      </ProvisionsContext>,
    ),
  )
})
afterEach(() => act(async () => page.unmount()))

test('typing a name neither expands the series again nor changes the props of other fields', async () => {
  const before = view
  await enter({ eventName: 'Speech' })
  expect(view.values).toEqual({ ...initial, eventName: 'Speech' })
  const { series, enter: sameEnter, errorOf, values } = view
  expect(series).toBe(before.series)
  expect(sameEnter).toBe(before.enter)
  expect(errorOf).toBe(before.errorOf)
  expect(values.recurrence).toBe(before.values.recurrence)
  expect(values.caseloadIds).toBe(before.values.caseloadIds)
})

test('changing the rule or its dates expands the series again', async () => {
  const dates = () => 'rule' in view.series && view.series.expansion
  expect(dates()).toEqual({ dates: ['2026-11-24', '2026-11-25', '2026-11-26'] })
  await enter({ endDate: '2026-11-25' })
  expect(dates()).toEqual({ dates: ['2026-11-24', '2026-11-25'] })
  const { recurrence } = view.values
  await enter({ recurrence: { ...recurrence, daily: { option: 'everyNDays', everyNDays: 2 } } })
  expect(dates()).toEqual({ dates: ['2026-11-24'] })
})
