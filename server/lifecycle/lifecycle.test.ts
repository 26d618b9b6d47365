import { describe, expect, it } from 'vitest'
import { OCCURRENCE_STATES, type OccurrenceState, occurrenceStateOf } from '#domain/occurrence.ts'
import { isReadOnlyDay, PROVIDER_DAY_STATES, type ProviderDayState } from '#domain/provider-day.ts'
import type { RoleName } from '#domain/roles.ts'
import { type OccurrenceEvent, occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { type ProviderDayEvent, providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { askMachine } from './lifecycle.ts'

const administrator: RoleName = 'Administrators'
const provider: RoleName = 'Providers'

const dayEvents: ProviderDayEvent[] = [
  { type: 'sessions.change' },
  { type: 'hours.change' },
  { type: 'hours.confirm' },
  { type: 'day.approve' },
  { type: 'day.reject', reason: 'Wrong hours' },
  { type: 'day.reopen', reason: 'Wrong hours' },
  { type: 'period.lock', isForced: false },
  { type: 'period.unlock', reason: 'Locked too early' },
  { type: 'correction.open', reason: 'The school called' },
  { type: 'correction.approve' },
  { type: 'correction.cancel' },
]

/** The state after each event from each state, '-' if it is refused, in the order of `dayEvents`. */
const dayTable = (by: RoleName, unconfirmedRows: number, wasApproved = true) =>
  Object.fromEntries(
    PROVIDER_DAY_STATES.map((from) => [
      from,
      dayEvents.map((event) => {
        const facts = { by, unconfirmedRows, waitingChanges: 0, isOver: true, wasApproved }
        const move = askMachine(providerDayMachine, PROVIDER_DAY_STATES, from, facts, event)
        return move.allowed ? move.to : '-'
      }),
    ]),
  )

describe("the life of a provider's day", () => {
  it('lets an administrator approve, reject, reopen, lock and unlock a day with all rows confirmed', () => {
    expect(dayTable(administrator, 0)).toEqual({
      open: ['open', 'open', 'confirmed', 'approved', 'rejected', '-', '-', '-', '-', '-', '-'],
      confirmed: ['confirmed', 'open', 'confirmed', 'approved', 'rejected', '-', '-', '-', '-', '-', '-'],
      rejected: ['confirmed', 'rejected', 'confirmed', 'approved', '-', '-', '-', '-', '-', '-', '-'],
      approved: ['-', '-', '-', '-', '-', 'reopened', 'locked', '-', '-', '-', '-'],
      reopened: ['reopened', 'reopened', 'confirmed', 'approved', 'rejected', '-', '-', '-', '-', '-', '-'],
      locked: ['-', '-', '-', '-', '-', '-', '-', 'approved', 'correcting', '-', '-'],
      correcting: ['correcting', 'correcting', 'corrected', '-', '-', '-', '-', '-', '-', 'locked', 'locked'],
      corrected: ['corrected', 'correcting', 'corrected', '-', 'correcting', '-', '-', '-', '-', 'locked', 'locked'],
    })
  })

  it('lets no one approve a day with an unconfirmed row', () => {
    expect(dayTable(administrator, 1)).toEqual({
      open: ['open', 'open', 'open', '-', 'rejected', '-', '-', '-', '-', '-', '-'],
      confirmed: ['open', 'open', 'open', '-', 'rejected', '-', '-', '-', '-', '-', '-'],
      rejected: ['rejected', 'rejected', 'rejected', '-', '-', '-', '-', '-', '-', '-', '-'],
      approved: ['-', '-', '-', '-', '-', 'reopened', 'locked', '-', '-', '-', '-'],
      reopened: ['reopened', 'reopened', 'reopened', '-', 'rejected', '-', '-', '-', '-', '-', '-'],
      locked: ['-', '-', '-', '-', '-', '-', '-', 'approved', 'correcting', '-', '-'],
      correcting: ['correcting', 'correcting', 'correcting', '-', '-', '-', '-', '-', '-', '-', 'locked'],
      corrected: ['correcting', 'correcting', 'correcting', '-', 'correcting', '-', '-', '-', '-', '-', 'locked'],
    })
  })

  it('lets a provider change and confirm, but not approve, reject, reopen or lock', () => {
    expect(dayTable(provider, 0)).toEqual({
      open: ['open', 'open', 'confirmed', '-', '-', '-', '-', '-', '-', '-', '-'],
      confirmed: ['confirmed', 'open', 'confirmed', '-', '-', '-', '-', '-', '-', '-', '-'],
      rejected: ['confirmed', 'rejected', 'confirmed', '-', '-', '-', '-', '-', '-', '-', '-'],
      approved: ['-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
      reopened: ['reopened', 'reopened', 'confirmed', '-', '-', '-', '-', '-', '-', '-', '-'],
      locked: ['-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
      correcting: ['correcting', 'correcting', 'corrected', '-', '-', '-', '-', '-', '-', '-', '-'],
      corrected: ['corrected', 'correcting', 'corrected', '-', '-', '-', '-', '-', '-', '-', '-'],
    })
    expect(dayTable('SpecialProvider', 0)).toEqual(dayTable(provider, 0))
  })

  it('rejects a day only once it is over', () => {
    const facts = { by: administrator, unconfirmedRows: 0, waitingChanges: 0, isOver: false, wasApproved: false }
    const event = { type: 'day.reject', reason: 'Wrong hours' } as const
    expect(askMachine(providerDayMachine, PROVIDER_DAY_STATES, 'confirmed', facts, event).allowed).toBe(false)
  })

  it('locks unapproved days only by force, and reopens them when unlocked', () => {
    const facts = { by: administrator, unconfirmedRows: 2, waitingChanges: 0, isOver: true, wasApproved: false }
    const put = (from: ProviderDayState, event: ProviderDayEvent) =>
      askMachine(providerDayMachine, PROVIDER_DAY_STATES, from, facts, event)
    expect(put('open', { type: 'period.lock', isForced: true })).toEqual({ allowed: true, from: 'open', to: 'locked' })
    expect(put('locked', { type: 'period.unlock', reason: 'Too early' })).toMatchObject({ to: 'open' })
  })

  it.each(['', '   '])('requires a reason to reject, reopen, unlock or correct, not %o', (reason) => {
    const facts = { by: administrator, unconfirmedRows: 0, waitingChanges: 0, isOver: true, wasApproved: true }
    const put = (from: ProviderDayState, event: ProviderDayEvent) =>
      askMachine(providerDayMachine, PROVIDER_DAY_STATES, from, facts, event).allowed
    expect(put('confirmed', { type: 'day.reject', reason })).toBe(false)
    expect(put('approved', { type: 'day.reopen', reason })).toBe(false)
    expect(put('locked', { type: 'period.unlock', reason })).toBe(false)
    expect(put('locked', { type: 'correction.open', reason })).toBe(false)
  })

  it('lists the days that no one may change', () => {
    expect(PROVIDER_DAY_STATES.filter(isReadOnlyDay)).toEqual(['approved', 'locked'])
  })
})

const occurrenceEvents = [
  'occurrence.edit',
  'series.edit',
  'edit.approve',
  'edit.reject',
  'occurrence.delete',
  'feedback.save',
  'day.confirm',
  'day.unconfirm',
  'day.approve',
  'day.reopen',
  'period.lock',
  'period.unlock',
  'correction.open',
  'correction.end',
  'correction.cancel',
  'change.undo',
  'invoice.issue',
  'invoice.supersede',
] as const satisfies OccurrenceEvent['type'][]

/** The allowed moves, as 'event → state'. */
const movesOf = (from: OccurrenceState, by: RoleName, hasPassed = false, isCorrecting = false) =>
  occurrenceEvents.flatMap((type) => {
    const move = askMachine(occurrenceMachine, OCCURRENCE_STATES, from, { by, hasPassed, isCorrecting }, { type })
    return move.allowed ? [`${type} → ${move.to}`] : []
  })

describe('the life of an occurrence', () => {
  it("makes a provider's edit pending, and applies an administrator's at once", () => {
    expect(movesOf('scheduled', provider)).toEqual([
      'occurrence.edit → editPending',
      'series.edit → scheduled',
      'occurrence.delete → deleted',
      'feedback.save → scheduled',
      'day.confirm → confirmed',
    ])
    expect(movesOf('scheduled', administrator)).toEqual([
      'occurrence.edit → scheduled',
      'series.edit → scheduled',
      'occurrence.delete → deleted',
      'feedback.save → scheduled',
      'day.confirm → confirmed',
      'day.approve → approved',
      'period.lock → locked',
      'correction.end → invoiced',
    ])
    expect(movesOf('editPending', provider)).toEqual([
      'occurrence.edit → editPending',
      'occurrence.delete → deleted',
      'feedback.save → editPending',
    ])
    expect(movesOf('editPending', administrator)).toContain('edit.approve → scheduled')
    expect(movesOf('editPending', administrator)).toContain('edit.reject → scheduled')
    expect(movesOf('editPending', administrator)).not.toContain('day.approve → approved')
  })

  it('lets a confirmed one be approved or unconfirmed with its day', () => {
    const confirmed = movesOf('confirmed', administrator)
    expect(movesOf('scheduled', provider)).toContain('day.confirm → confirmed')
    expect(confirmed).toContain('day.approve → approved')
    expect(confirmed).toContain('day.unconfirm → scheduled')
  })

  it('lets an expired one be documented, but not edited or deleted', () => {
    for (const by of [administrator, provider]) {
      for (const from of ['scheduled', 'editPending', 'confirmed'] as const) {
        const moves = movesOf(from, by, true)
        expect(moves).toContain(`feedback.save → ${from}`)
        expect(moves.filter((move) => /occurrence\.(edit|delete)/.test(move))).toEqual([])
      }
    }
  })

  it('lets no one change an approved, locked, invoiced or deleted one', () => {
    const table = (by: RoleName) =>
      Object.fromEntries(
        (['approved', 'locked', 'invoiced', 'deleted'] as const).map((from) => [from, movesOf(from, by)]),
      )
    expect(table(provider)).toEqual({ approved: [], locked: [], invoiced: [], deleted: [] })
    expect(table(administrator)).toEqual({
      approved: ['day.reopen → scheduled', 'period.lock → locked'],
      locked: ['period.unlock → approved', 'correction.open → scheduled', 'invoice.issue → invoiced'],
      invoiced: ['correction.open → scheduled', 'invoice.supersede → locked'],
      deleted: ['correction.cancel → scheduled', 'change.undo → scheduled'],
    })
  })

  it('lets one that is over be edited and deleted while its day is being corrected, but not with its series', () => {
    for (const by of [administrator, provider]) {
      const moves = movesOf('scheduled', by, true, true)
      expect(moves).toContain(`occurrence.edit → ${by === administrator ? 'scheduled' : 'editPending'}`)
      expect(moves).toContain('occurrence.delete → deleted')
      expect(moves).not.toContain('series.edit → scheduled')
    }
  })

  it('opens a locked or invoiced one with its day, and closes it again', () => {
    expect(movesOf('locked', administrator)).toContain('correction.open → scheduled')
    expect(movesOf('invoiced', administrator)).toContain('correction.open → scheduled')
    expect(movesOf('confirmed', administrator)).toContain('correction.end → invoiced')
    expect(movesOf('confirmed', administrator)).toContain('period.lock → locked')
    expect(movesOf('invoiced', provider)).not.toContain('correction.open → scheduled')
  })

  it('is derived from what is stored of it and of its day', () => {
    const stored = { day: 'open', isDeleted: false, hasPendingEdit: false, isInvoiced: false } as const
    expect(occurrenceStateOf(stored)).toBe('scheduled')
    expect(occurrenceStateOf({ ...stored, day: 'reopened' })).toBe('scheduled')
    expect(occurrenceStateOf({ ...stored, day: 'confirmed' })).toBe('confirmed')
    expect(occurrenceStateOf({ ...stored, day: 'correcting', isInvoiced: true })).toBe('scheduled')
    expect(occurrenceStateOf({ ...stored, day: 'corrected', isInvoiced: true })).toBe('confirmed')
    expect(occurrenceStateOf({ ...stored, day: 'confirmed', hasPendingEdit: true })).toBe('editPending')
    expect(occurrenceStateOf({ ...stored, day: 'approved', hasPendingEdit: true })).toBe('approved')
    expect(occurrenceStateOf({ ...stored, day: 'locked' })).toBe('locked')
    expect(occurrenceStateOf({ ...stored, day: 'locked', isInvoiced: true })).toBe('invoiced')
    expect(occurrenceStateOf({ ...stored, day: 'locked', isDeleted: true })).toBe('deleted')
  })
})
