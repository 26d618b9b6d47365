import { describe, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { ApiError, NetworkError } from '#contract/failures.ts'
import type { ServiceOption } from '#contract/lookups.ts'
import type { Timesheet } from '#contract/schedule.ts'
import { controlledActor } from '#tests/support/machines/controlled-actor.ts'
import { sampleTimesheet } from './sample-sessions.ts'
import type { TimesheetChange } from './timesheet-entry.ts'
import { timesheetRowMachine } from './timesheet-row.machine.ts'

const SERVICES: ServiceOption[] = [
  { id: 3, name: 'Speech therapy', code: 'ST' },
  { id: 4, name: 'Counselling', code: 'CO' },
]

const start = (change: Partial<Timesheet> = {}) => {
  const services = controlledActor<readonly ServiceOption[], Timesheet>()
  const confirm = controlledActor<Timesheet, TimesheetChange>()
  const machine = timesheetRowMachine.provide({
    actors: { loadServices: services.logic, confirmTimesheet: confirm.logic },
  })
  const actor = createActor(machine, { input: { timesheet: sampleTimesheet(change) } })
  const told: Timesheet[] = []
  actor.on('row.confirmed', ({ timesheet }) => told.push(timesheet))
  actor.start()
  const context = () => actor.getSnapshot().context
  const is = () => actor.getSnapshot().value
  const reaches = (state: 'reading' | 'editing' | 'refused' | 'closed') =>
    waitFor(actor, (snapshot) => snapshot.matches(state))
  return { actor, services, confirm, told, context, is, reaches }
}

describe('editing', () => {
  it('opens the row and loads the services', async () => {
    const { actor, services, context, is } = start()
    expect(is()).toBe('reading')
    expect(context().services).toEqual([{ id: 3, name: 'Speech therapy' }])
    actor.send({ type: 'row.edit' })
    expect(actor.getSnapshot().hasTag('editable')).toBe(true)
    expect(services.call(0).input).toEqual(sampleTimesheet())
    services.call(0).resolve(SERVICES)
    await waitFor(actor, (snapshot) => snapshot.context.services.length === 2)
  })

  it('Cancel brings back what was there and clears the errors', () => {
    const { actor, context, is } = start()
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'start.choose', time: '10:00' })
    actor.send({ type: 'end.choose', time: '09:30' })
    actor.send({ type: 'service.choose', id: null })
    actor.send({ type: 'row.confirm' })
    expect(context().errors).toEqual({
      serviceId: 'Service Is Required',
      endTime: 'End can not be less than Start Time',
    })
    actor.send({ type: 'row.cancel' })
    expect(is()).toBe('reading')
    expect(context()).toMatchObject({
      entry: { startTime: '09:00', endTime: '11:30', zeroHours: false, serviceId: 3 },
      errors: {},
    })
  })

  it('an error goes when its field is changed', () => {
    const { actor, context } = start({ serviceId: null, serviceName: null })
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'end.choose', time: '09:00' })
    actor.send({ type: 'row.confirm' })
    expect(context().errors).toEqual({
      serviceId: 'Service Is Required',
      endTime: 'End should be greater than Start Time',
    })
    actor.send({ type: 'service.choose', id: 4 })
    expect(context().errors).toEqual({ endTime: 'End should be greater than Start Time' })
    actor.send({ type: 'end.choose', time: '10:00' })
    expect(context().errors).toEqual({})
  })

  it('a start later than the end moves the end to 15 minutes after it', () => {
    const { actor, context } = start()
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'start.choose', time: '14:00' })
    expect(context().entry).toMatchObject({ startTime: '14:00', endTime: '14:15' })
  })

  it('start and end cannot be changed on zero hours', () => {
    const { actor, context } = start()
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'zeroHours.toggle' })
    expect(actor.getSnapshot().can({ type: 'start.choose', time: '10:00' })).toBe(false)
    expect(actor.getSnapshot().can({ type: 'end.choose', time: '10:00' })).toBe(false)
    actor.send({ type: 'zeroHours.toggle' })
    actor.send({ type: 'start.choose', time: '10:00' })
    expect(context().entry).toMatchObject({ startTime: '10:00', zeroHours: false })
  })
})

describe('confirming', () => {
  it('closes the row, submits it, and shows what the server made of it', async () => {
    const { actor, confirm, told, context, is, reaches } = start()
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'end.choose', time: '12:00' })
    actor.send({ type: 'row.confirm' })
    expect(is()).toBe('confirming')
    expect(actor.getSnapshot().hasTag('editable')).toBe(false)
    expect(confirm.call(0).input).toEqual({
      timesheet: sampleTimesheet(),
      entry: { startTime: '09:00', endTime: '12:00', zeroHours: false, serviceId: 3 },
    })
    const stored = sampleTimesheet({ id: 5, endTime: '12:00', isConfirmed: true, entityCacheKey: 'b' })
    confirm.call(0).resolve(stored)
    await reaches('reading')
    expect(context().timesheet).toEqual(stored)
    expect(context().entry.endTime).toBe('12:00')
    expect(told).toEqual([stored])
  })

  it('a confirmed row is confirmed again only after an edit', () => {
    const { actor } = start({ isConfirmed: true })
    expect(actor.getSnapshot().can({ type: 'row.confirm' })).toBe(false)
    actor.send({ type: 'row.edit' })
    expect(actor.getSnapshot().can({ type: 'row.confirm' })).toBe(true)
  })

  it('without a service opens the row and says what is missing', () => {
    const { actor, confirm, context, is } = start({ serviceId: null, serviceName: null })
    actor.send({ type: 'row.confirm' })
    expect(is()).toBe('editing')
    expect(context().errors).toEqual({ serviceId: 'Service Is Required' })
    expect(confirm.calls).toHaveLength(0)
  })

  it("a refusal shows the server's message and keeps what was entered", async () => {
    const { actor, confirm, context, is, reaches } = start()
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'end.choose', time: '12:00' })
    actor.send({ type: 'row.confirm' })
    confirm.call(0).reject(new ApiError(409, 'The day was approved meanwhile'))
    await reaches('refused')
    expect(context().failure).toBe('The day was approved meanwhile')
    actor.send({ type: 'row.reload', timesheet: sampleTimesheet({ entityCacheKey: 'c' }) })
    actor.send({ type: 'failure.dismiss' })
    expect(is()).toBe('editing')
    expect(context().entry.endTime).toBe('12:00')
    expect(context().timesheet.entityCacheKey).toBe('c')
  })

  it('is refused by its old key when someone else changed the row meanwhile; Cancel shows their version', () => {
    const { actor, confirm, context } = start()
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'end.choose', time: '12:00' })
    actor.send({ type: 'row.reload', timesheet: sampleTimesheet({ endTime: '10:00', entityCacheKey: 'b' }) })
    expect(context().entry.endTime).toBe('12:00')
    actor.send({ type: 'row.confirm' })
    expect(confirm.call(0).input.timesheet.entityCacheKey).toBe('a')
    actor.stop()
    const other = start()
    other.actor.send({ type: 'row.edit' })
    other.actor.send({ type: 'row.reload', timesheet: sampleTimesheet({ endTime: '10:00', entityCacheKey: 'b' }) })
    other.actor.send({ type: 'row.cancel' })
    expect(other.context().entry.endTime).toBe('10:00')
  })

  it('a lost connection shows nothing and keeps what was entered', async () => {
    const { actor, confirm, context, reaches } = start()
    actor.send({ type: 'row.edit' })
    actor.send({ type: 'end.choose', time: '12:00' })
    actor.send({ type: 'row.confirm' })
    confirm.call(0).reject(new NetworkError('No response from the server'))
    await reaches('editing')
    expect(context()).toMatchObject({ failure: undefined, entry: { endTime: '12:00' } })
  })
})

describe('a row that can only be read', () => {
  it.each([
    ['approved', { isApproved: 1 }],
    ['locked', { isApproved: 3 }],
    ['without a session that asks for hours', { isRequired: false }],
  ])('cannot be edited or confirmed: %s', (_, timesheet) => {
    const { actor, is } = start(timesheet)
    expect(is()).toBe('closed')
    expect(actor.getSnapshot().can({ type: 'row.edit' })).toBe(false)
    expect(actor.getSnapshot().can({ type: 'row.confirm' })).toBe(false)
  })

  it('opens again when it was reopened, and closes when it was approved', () => {
    const { actor, is } = start({ isApproved: 1 })
    actor.send({ type: 'row.reload', timesheet: sampleTimesheet() })
    expect(is()).toBe('reading')
    actor.send({ type: 'row.reload', timesheet: sampleTimesheet({ isApproved: 1 }) })
    expect(is()).toBe('closed')
  })
})
