import { describe, expect, test } from 'vitest'
import { isSameTime, movedForm, moveProblem, type SessionMove } from './move-rules.ts'
import { sampleEvent, sampleStoredSession } from './sample-sessions.ts'

const administrator = { id: 1, role: 'Administrators', providerId: null } as const
const provider = { id: 2, role: 'Providers', providerId: 7 } as const
const now = { date: '2026-03-02', time: '12:00' }
const later = { date: '2026-03-04', startTime: '10:00', endTime: '10:45' }

const move = (to: Partial<typeof later>, event = sampleEvent(), ...others: SessionMove['shown']): SessionMove => ({
  event,
  to: { ...later, ...to },
  shown: [event, ...others],
})

describe('a session can be moved', () => {
  test('to a free time on a future day', () => {
    expect(moveProblem(move({}), administrator, now)).toBeUndefined()
    expect(moveProblem(move({ date: now.date, endTime: '12:15' }), provider, now)).toBeUndefined()
  })

  test.each([
    [{ startTime: '06:45' }, 'Starts time can not be less than 7 AM'],
    [{ startTime: '23:00', endTime: '23:59' }, 'Time can not exceed to 11:45 PM'],
    [{ date: '2026-03-01' }, 'The session cannot be moved to a time in the past.'],
    [{ date: now.date, endTime: '12:00' }, 'The session cannot be moved to a time in the past.'],
  ])('not to %o', (to, words) => {
    expect(moveProblem(move(to), administrator, now)).toBe(words)
  })

  test("not to an approved or locked day of its provider; other providers' days don't matter", () => {
    const on = (isApproved: number, providerId = 7) =>
      sampleEvent({ id: 2, eventDate: later.date, providerId, isApproved })
    const closed = (state: string) => `03/04/2026 is ${state}. You will not be able to make any changes for this day.`
    expect(moveProblem(move({}, sampleEvent(), on(1)), provider, now)).toBe(closed('approved'))
    expect(moveProblem(move({}, sampleEvent(), on(3)), provider, now)).toBe(closed('locked'))
    expect(moveProblem(move({}, sampleEvent(), on(2)), provider, now)).toBeUndefined()
    expect(moveProblem(move({}, sampleEvent(), on(1, 8)), administrator, now)).toBeUndefined()
  })

  test('unless it has ended or, for its provider, has a pending change', () => {
    const over = sampleEvent({ eventDate: now.date, eventEndTime: '12:00' })
    const expired = 'Event has been expired so you cannot change this event.'
    expect(moveProblem(move({}, over), administrator, now)).toBe(expired)
    const waits = move({}, sampleEvent({ isEdited: true }))
    expect(moveProblem(waits, provider, now)).toBe(
      'Your request to change this session is pending approval. Withdraw it before you move the session.',
    )
    expect(moveProblem(waits, administrator, now)).toBeUndefined()
  })
})

describe('the request', () => {
  const stored = sampleStoredSession({ providerId: 7, isRecurring: true, scheduleEventRecurringSelectionTypeId: 1 })

  test('changes only the times of the single occurrence', () => {
    const same = movedForm(stored, { date: '2026-03-03', startTime: '09:00', endTime: '09:45' }, administrator)
    const moved = movedForm(stored, later, administrator)
    if ('problem' in same || 'problem' in moved) throw new Error('refused')
    expect(moved.form).toEqual({ ...same.form, ...later, endDate: later.date })
    expect(moved.form).toMatchObject({ rule: { type: 'none' }, providerId: 7, rateTypeId: null, caseloadIds: [4] })
  })

  test('is not sent if the day was closed or the session has ended since', () => {
    expect(movedForm({ ...stored, readOnlyReason: 'Approved.' }, later, provider)).toEqual({ problem: 'Approved.' })
    expect(movedForm({ ...stored, isEventPassed: true }, later, provider)).toEqual({
      problem: 'Event has been expired so you cannot change this event.',
    })
    expect(movedForm(stored, { ...later, endTime: '10:00' }, provider)).toEqual({
      problem: 'End Time should be greater than Start Time',
    })
  })
})

test('times are the same when day, start and end are', () => {
  expect(isSameTime(later, { ...later })).toBe(true)
  for (const change of [{ date: '2026-03-05' }, { startTime: '10:15' }, { endTime: '11:00' }]) {
    expect(isSameTime(later, { ...later, ...change })).toBe(false)
  }
})
