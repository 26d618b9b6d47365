import { describe, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { ApiError, NetworkError } from '#contract/failures.ts'
import { controlledActor } from '#tests/support/machines/controlled-actor.ts'
import { sampleApproval, sampleEvent } from './sample-sessions.ts'
import {
  type ApprovalEntry,
  type ApprovalOutcome,
  dayApproval,
  type ProviderDay,
  providerDaysOf,
  weekApprovalMachine,
} from './week-approval.machine.ts'

const MON = '2026-03-02'
const TUE = '2026-03-03'
const WED = '2026-03-04'

/** Monday approved for one of two providers, Tuesday open for both, Wednesday approved. */
const DAYS: ProviderDay[] = [
  { providerId: 7, date: MON, occurrenceId: 1, isApproved: true },
  { providerId: 8, date: MON, occurrenceId: 2, isApproved: false },
  { providerId: 7, date: TUE, occurrenceId: 3, isApproved: false },
  { providerId: 8, date: TUE, occurrenceId: 4, isApproved: false },
  { providerId: 7, date: WED, occurrenceId: 5, isApproved: true },
]

const start = () => {
  const approve = controlledActor<ApprovalOutcome, readonly ApprovalEntry[]>()
  const actor = createActor(weekApprovalMachine.provide({ actors: { approveDays: approve.logic } }))
  let changes = 0
  actor.on('approval.changed', () => changes++)
  actor.start()
  actor.send({ type: 'days.show', days: DAYS })
  const pending = () => actor.getSnapshot().context.pending
  const is = () => actor.getSnapshot().value
  const save = (...dates: string[]) => {
    for (const date of dates) actor.send({ type: 'day.toggle', date })
    actor.send({ type: 'approval.save' })
    actor.send({ type: 'approval.confirm' })
  }
  return { actor, approve, pending, is, save, changes: () => changes }
}

describe('the days shown', () => {
  it('are one per provider and date, with the status of the approved dates', () => {
    const events = [
      sampleEvent({ id: 1 }),
      sampleEvent({ id: 2 }),
      sampleEvent({ id: 3, providerId: 8 }),
      sampleEvent({ id: 4, eventDate: WED, isApproved: 1 }),
    ]
    expect(providerDaysOf(events, [sampleApproval(), sampleApproval({ providerId: 8, isApproved: 2 })])).toEqual([
      { providerId: 7, date: TUE, occurrenceId: 1, isApproved: true },
      { providerId: 8, date: TUE, occurrenceId: 3, isApproved: false },
      { providerId: 7, date: WED, occurrenceId: 4, isApproved: true },
    ])
  })

  it('are approved when each of their providers is', () => {
    expect(['2026-03-01', MON, TUE, WED].map((date) => dayApproval(DAYS, date))).toEqual([
      'nothing',
      'open',
      'open',
      'approved',
    ])
  })
})

describe('ticking', () => {
  it('adds and takes away; approved and empty days cannot be ticked', () => {
    const { actor, pending } = start()
    actor.send({ type: 'day.toggle', date: TUE })
    actor.send({ type: 'day.toggle', date: MON })
    expect(pending()).toEqual([MON, TUE])
    actor.send({ type: 'day.toggle', date: TUE })
    expect(pending()).toEqual([MON])
    expect(actor.getSnapshot().can({ type: 'day.toggle', date: WED })).toBe(false)
    expect(actor.getSnapshot().can({ type: 'day.toggle', date: '2026-03-01' })).toBe(false)
  })

  it('goes when its day is no longer shown or was approved meanwhile', () => {
    const { actor, pending } = start()
    actor.send({ type: 'day.toggle', date: TUE })
    actor.send({ type: 'day.toggle', date: MON })
    actor.send({ type: 'days.show', days: DAYS.filter(({ date }) => date !== TUE) })
    expect(pending()).toEqual([MON])
    actor.send({ type: 'days.show', days: [] })
    expect(pending()).toEqual([])
  })
})

describe('saving', () => {
  it('with nothing ticked says so', () => {
    const { actor, is } = start()
    actor.send({ type: 'approval.save' })
    expect(is()).toBe('warned')
    actor.send({ type: 'notice.dismiss' })
    expect(is()).toBe('choosing')
  })

  it('asks first, and Cancel brings the checks of before back', () => {
    const { actor, approve, pending, is } = start()
    actor.send({ type: 'day.toggle', date: TUE })
    actor.send({ type: 'approval.save' })
    expect(is()).toBe('confirming')
    expect(approve.calls).toHaveLength(0)
    actor.send({ type: 'approval.cancel' })
    expect(is()).toBe('choosing')
    expect(pending()).toEqual([])
  })

  it("sends one entry per open provider's day, and tells that days changed", async () => {
    const { actor, approve, pending, save, changes } = start()
    save(MON, TUE)
    expect(approve.call(0).input).toEqual([
      { occurrenceId: 2, date: MON },
      { occurrenceId: 3, date: TUE },
      { occurrenceId: 4, date: TUE },
    ])
    approve.call(0).resolve({ refusals: [] })
    await waitFor(actor, (snapshot) => snapshot.matches('choosing'))
    expect(pending()).toEqual([])
    expect(changes()).toBe(1)
  })

  it('lists what was refused; the others went through', async () => {
    const { actor, approve, is, save, changes } = start()
    save(TUE)
    approve.call(0).resolve({ refusals: ['Bo Lee has not confirmed Mar 3'] })
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    expect(actor.getSnapshot().context.refusals).toEqual(['Bo Lee has not confirmed Mar 3'])
    expect(changes()).toBe(1)
    actor.send({ type: 'notice.dismiss' })
    expect(is()).toBe('choosing')
    expect(actor.getSnapshot().context.refusals).toEqual([])
  })

  it('keeps the ticks when nothing was approved', async () => {
    const { actor, approve, pending, save, changes } = start()
    save(TUE)
    approve.call(0).reject(new ApiError(500, 'The database is away'))
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(actor.getSnapshot().context.failure).toBe('The database is away')
    actor.send({ type: 'notice.dismiss' })
    expect(pending()).toEqual([TUE])
    actor.send({ type: 'approval.save' })
    actor.send({ type: 'approval.confirm' })
    approve.call(1).reject(new NetworkError('No response from the server'))
    await waitFor(actor, (snapshot) => snapshot.matches('choosing'))
    expect(pending()).toEqual([TUE])
    expect(changes()).toBe(0)
  })
})
