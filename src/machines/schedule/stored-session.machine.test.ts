import { expect, test } from 'vitest'
import { lockReasonOf, purposeOf } from './stored-session.machine.ts'

const open = { isEventPassed: false, readOnlyReason: null }
const approved = { isEventPassed: true, readOnlyReason: 'The day is approved.' }
const passed = { isEventPassed: true, readOnlyReason: null }
const edit = { scope: 'occurrence', id: 5, isEdit: true } as const

test('the purpose of the form depends on the address and the stored session', () => {
  expect(purposeOf(edit, open)).toBe('editOccurrence')
  expect(purposeOf({ ...edit, scope: 'series' }, open)).toBe('editSeries')
  expect(purposeOf(edit, passed)).toBe('passed')
  expect(purposeOf(edit, { ...open, readOnlyReason: 'The day is locked.' })).toBe('passed')
  expect(purposeOf({ ...edit, isEdit: false }, approved)).toBe('view')
})

test('a session is locked for the reason the server gives, or because it is over', () => {
  expect(lockReasonOf(open)).toBeUndefined()
  expect(lockReasonOf(approved)).toBe('The day is approved.')
  expect(lockReasonOf(passed)).toBe('Event has been expired so you cannot change this event.')
})
