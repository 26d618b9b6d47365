import { describe, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { ApiError, NetworkError } from '#contract/failures.ts'
import { weekOf } from '#domain/time.ts'
import { controlledActor } from '#tests/support/machines/controlled-actor.ts'
import { sampleApproval, sampleEvent } from './sample-sessions.ts'
import {
  type ApprovalOutcome,
  dayApproval,
  leftOut,
  type ProviderDay,
  providerDaysOf,
  selectionInWords,
  weekApprovalMachine,
} from './week-approval.machine.ts'

const MON = '2026-03-02'
const TUE = '2026-03-03'
const WED = '2026-03-04'

/** Monday approved for one of two providers, Tuesday open for both, Wednesday approved. */
const THU = '2026-03-05'
const day = (date: string, occurrenceId: number, change: Partial<ProviderDay> = {}): ProviderDay => ({
  providerId: 7,
  providerName: 'Ana Ruiz',
  date,
  occurrenceId,
  lastEnd: '09:45',
  isApproved: false,
  isOver: true,
  ...change,
})
const BO = { providerId: 8, providerName: 'Bo Lee' }
const BO_TUESDAY = day(TUE, 4, BO)
const DAYS: ProviderDay[] = [
  day(MON, 1, { isApproved: true }),
  day(MON, 2, BO),
  day(TUE, 3),
  BO_TUESDAY,
  day(WED, 5, { isApproved: true }),
  day(THU, 6, { isOver: false }),
]
const WEEK = weekOf(MON)
/** On Tuesday at noon. */
const NOW = { date: TUE, time: '12:00' }

const start = () => {
  const approve = controlledActor<ApprovalOutcome, readonly ProviderDay[]>()
  const actor = createActor(weekApprovalMachine.provide({ actors: { approveDays: approve.logic } }))
  let changes = 0
  actor.on('approval.changed', () => changes++)
  actor.start()
  const approvals: number[] = []
  actor.on('days.approved', ({ count }) => approvals.push(count))
  actor.send({ type: 'days.show', dates: WEEK, days: DAYS })
  const pending = () => [...new Set(actor.getSnapshot().context.pending.map(({ date }) => date))].sort()
  const is = () => actor.getSnapshot().value
  const save = (...dates: string[]) => {
    for (const date of dates) actor.send({ type: 'day.toggle', date })
    actor.send({ type: 'approval.save' })
    actor.send({ type: 'approval.confirm' })
  }
  return { actor, approve, approvals, pending, is, save, changes: () => changes }
}

describe('the days shown', () => {
  it('are one per provider and date, with the status of the approved dates', () => {
    const events = [
      sampleEvent({ id: 1 }),
      sampleEvent({ id: 2, eventEndTime: '16:00' }),
      sampleEvent({ id: 3, providerId: 8, providerName: 'Bo Lee' }),
      sampleEvent({ id: 4, eventDate: WED, isApproved: 1 }),
    ]
    expect(providerDaysOf(events, [sampleApproval(), sampleApproval({ providerId: 8, isApproved: 2 })], NOW)).toEqual([
      day(TUE, 1, { lastEnd: '16:00', isApproved: true, isOver: false }),
      day(TUE, 3, { ...BO }),
      day(WED, 4, { isApproved: true, isOver: false }),
    ])
  })

  it('are approved when each of their providers is', () => {
    expect(['2026-03-01', MON, TUE, WED, THU].map((date) => dayApproval(DAYS, date))).toEqual([
      'nothing',
      'open',
      'open',
      'approved',
      'ahead',
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
    expect(actor.getSnapshot().can({ type: 'day.toggle', date: THU })).toBe(false)
    expect(actor.getSnapshot().can({ type: 'day.toggle', date: '2026-03-01' })).toBe(false)
  })

  it("checks providers' days by themselves, but none that can't be approved", () => {
    const { actor } = start()
    const check = (isChecked: boolean, ...days: ProviderDay[]) => actor.send({ type: 'days.check', days, isChecked })
    const keys = () => actor.getSnapshot().context.pending.map(({ providerId, date }) => `${providerId} ${date}`)
    check(true, ...DAYS)
    expect(keys()).toEqual([`8 ${MON}`, `7 ${TUE}`, `8 ${TUE}`])
    check(true, BO_TUESDAY)
    expect(keys()).toHaveLength(3)
    check(false, BO_TUESDAY, day(MON, 2, BO))
    expect(keys()).toEqual([`7 ${TUE}`])
    expect(actor.getSnapshot().can({ type: 'days.check', days: [day(THU, 6)], isChecked: true })).toBe(false)
  })

  it('stays while another week is shown, and goes when its day was approved meanwhile', () => {
    const { actor, pending } = start()
    const words = () => selectionInWords(actor.getSnapshot().context)
    actor.send({ type: 'day.toggle', date: TUE })
    actor.send({ type: 'day.toggle', date: MON })
    const next = '2026-03-10'
    actor.send({ type: 'days.show', dates: weekOf(next), days: [day(next, 9)] })
    actor.send({ type: 'day.toggle', date: next })
    expect(pending()).toEqual([MON, TUE, next])
    expect(words()).toBe('3 days selected, 2 in other weeks')
    actor.send({ type: 'days.show', dates: WEEK, days: DAYS.filter(({ providerId }) => providerId === 7) })
    expect(words()).toBe('3 days selected, 1 in other weeks, 1 hidden by the filters')
    actor.send({ type: 'days.show', dates: WEEK, days: DAYS.map((shown) => ({ ...shown, isApproved: true })) })
    expect(pending()).toEqual([next])
    actor.send({ type: 'selection.clear' })
    expect(words()).toBe('')
  })

  it('is asked about before another page opens', () => {
    const { actor, pending, is } = start()
    let left = 0
    actor.on('page.left', () => left++)
    expect(actor.getSnapshot().can({ type: 'page.leave' })).toBe(false)
    actor.send({ type: 'day.toggle', date: TUE })
    actor.send({ type: 'page.leave' })
    expect(is()).toBe('leaving')
    actor.send({ type: 'leave.dismiss' })
    expect(pending()).toEqual([TUE])
    actor.send({ type: 'page.leave' })
    actor.send({ type: 'leave.confirm' })
    expect(left).toBe(1)
    expect(pending()).toEqual([])
  })

  it('leaves out the providers whose day is not over', () => {
    const { actor, approve, save } = start()
    const bo = { ...BO_TUESDAY, isOver: false, lastEnd: '16:00' }
    actor.send({ type: 'days.show', dates: WEEK, days: [day(TUE, 3), bo] })
    save(TUE)
    expect(leftOut(actor.getSnapshot().context)).toEqual([bo])
    expect(approve.call(0).input).toEqual([day(TUE, 3)])
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
    const { actor, approve, approvals, pending, save, changes } = start()
    save(MON, TUE)
    const sent = [day(MON, 2, BO), day(TUE, 3), BO_TUESDAY]
    expect(approve.call(0).input).toEqual(sent)
    approve.call(0).resolve({ approved: sent, refusals: [] })
    await waitFor(actor, (snapshot) => snapshot.matches('choosing'))
    expect(pending()).toEqual([])
    expect(changes()).toBe(1)
    expect(approvals).toEqual([2])
  })

  it('lists what was refused; the others went through', async () => {
    const { actor, approve, is, save, changes } = start()
    save(TUE)
    const outcome = {
      approved: [day(TUE, 3)],
      refusals: [{ message: 'Bo Lee has not confirmed Mar 3', day: BO_TUESDAY }],
    }
    approve.call(0).resolve(outcome)
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    expect(actor.getSnapshot().context.outcome).toEqual(outcome)
    expect(
      dayApproval(
        actor.getSnapshot().context.days.filter(({ providerId }) => providerId === 7),
        TUE,
      ),
    ).toBe('approved')
    expect(changes()).toBe(1)
    actor.send({ type: 'notice.dismiss' })
    expect(is()).toBe('choosing')
    expect(actor.getSnapshot().context.outcome).toEqual({ approved: [], refusals: [] })
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
