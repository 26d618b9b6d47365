import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { ApiError, NetworkError } from '#contract/failures.ts'
import type { CaseloadEntry } from '#contract/lookups.ts'
import { toWire } from '#contract/schedule-event-payload.ts'
import type { SavedScheduleEvent, StoredSession } from '#contract/session-form.ts'
import type { SessionPreview } from '#contract/session-preview.ts'
import { emptySessionForm, type SessionForm, type SessionFormValues, sessionFormSchema } from '#domain/session-form.ts'
import { caseloadAreaMachine, selectAvailable, selectSelected } from './caseload-area.machine.ts'
import { type RecurrencePatternEvent, selectPattern } from './recurrence-pattern.machine.ts'
import { samplePreview } from './sample-sessions.ts'
import {
  type ListsQuery,
  type RatesQuery,
  type SessionLists,
  type SessionRates,
  sessionChoicesMachine,
} from './session-choices.machine.ts'
import {
  type SessionFormEmitted,
  type SessionFormInput,
  selectMode,
  selectSaveLabel,
  sessionFormMachine,
} from './session-form.machine.ts'
import { type SaveSessionInput, type SessionOutcome, sessionSavingMachine } from './session-saving.machine.ts'

const schools = [
  { id: 1, name: 'Ash School', colourCode: '#FFC078' },
  { id: 2, name: 'Birch School', colourCode: '#74C0FC' },
]
const caseload = (schoolId: number): CaseloadEntry[] =>
  [1, 2, 3].map((number) => ({
    id: schoolId * 10 + number,
    studentId: schoolId * 100 + number,
    studentName: `Student ${schoolId}-${number}`,
    description: 'Speech, 2 × 30 minutes a week',
  }))
const ratesOf = ({ schoolId, serviceId, rateTypeId }: RatesQuery): SessionRates => ({
  services: [{ id: schoolId * 10, name: `Service of ${schoolId}`, code: 'S' }],
  rateTypes: serviceId ? [{ id: 1, name: 'Hourly' }] : [],
  rate: serviceId && rateTypeId ? '82.50' : null,
})

interface World {
  preview: (input: SaveSessionInput) => Promise<SessionPreview>
  save: (input: SaveSessionInput) => Promise<SessionOutcome>
  reread: () => Promise<StoredSession>
  rates: (query: RatesQuery) => Promise<SessionRates>
  students: (schoolId: number) => Promise<CaseloadEntry[]>
}

const start = (input: Partial<SessionFormInput> = {}, world: Partial<World> = {}) => {
  const actor = createActor(
    sessionFormMachine.provide({
      actors: {
        choices: sessionChoicesMachine.provide({
          actors: {
            loadLists: fromPromise<SessionLists, ListsQuery>(async ({ input: { providerId } }) => ({
              pageLoad: null,
              schools: providerId === 4 ? schools.slice(1) : schools,
              providers: [{ id: 3, providerName: 'Ana Ruiz' }],
              colours: [],
            })),
            loadRates: fromPromise(({ input: query }) => (world.rates ?? (async () => ratesOf(query)))(query)),
          },
        }),
        caseloadArea: caseloadAreaMachine.provide({
          actors: {
            loadCaseload: fromPromise(({ input: { schoolId } }) =>
              (world.students ?? (async () => caseload(schoolId)))(schoolId),
            ),
          },
        }),
        saving: sessionSavingMachine.provide({
          actors: {
            previewSession: fromPromise(({ input: looked }) =>
              (world.preview ?? (async () => samplePreview()))(looked),
            ),
            saveSession: fromPromise(({ input: saved }) =>
              (world.save ?? (async () => ({ id: 7, occurrences: 1 })))(saved),
            ),
            rereadSession: fromPromise(() => (world.reread ?? (() => Promise.reject(new NetworkError('No answer'))))()),
          },
        }),
      },
    }),
    {
      input: {
        purpose: 'create',
        user: { id: 1, role: 'Administrators', providerId: null },
        noun: 'Session',
        initial: emptySessionForm({ date: '2026-11-24' }),
        ...input,
      },
    },
  )
  const emitted: SessionFormEmitted[] = []
  actor.on('*', (event) => emitted.push(event))
  actor.start()
  return { actor, emitted, parts: partsOf(actor) }
}
type FormActor = ReturnType<typeof start>['actor']

const partsOf = (actor: ReturnType<typeof createActor<typeof sessionFormMachine>>) => {
  const { choices, caseloadArea, recurrence } = actor.getSnapshot().children
  if (!choices || !caseloadArea || !recurrence) throw new Error('A part of the form did not start')
  return { choices, caseloadArea, recurrence }
}

const ready = async ({ choices, caseloadArea }: ReturnType<typeof partsOf>) => {
  await waitFor(choices, (snapshot) => !snapshot.hasTag('busy'))
  await waitFor(caseloadArea, (snapshot) => !snapshot.hasTag('busy'))
}

/** The child that saves, once it is where the test waits for it. */
const savingUntil = async (actor: FormActor, state: 'asking' | 'saving' | 'failed') => {
  const { saving } = actor.getSnapshot().children
  if (!saving) throw new Error('Nothing is being saved')
  await waitFor(saving, (snapshot) => snapshot.matches(state))
  return saving
}

const workflow = (actor: FormActor) => actor.getSnapshot().value.workflow

const form: SessionForm = sessionFormSchema({ asksProvider: true, asksRateType: true }).parse({
  ...emptySessionForm({ date: '2026-11-24' }),
  eventName: 'Speech group',
  providerId: 3,
  schoolId: 1,
  serviceId: 10,
  rateTypeId: 1,
  caseloadIds: [11],
})
const submit = { type: 'form.submit' as const, form, serviceRate: '82.50' }

describe('choosing a school', () => {
  it('brings its services, colour and caseload, and drops what another school brought', async () => {
    const { actor, parts } = start()
    await ready(parts)
    expect(parts.choices.getSnapshot().context.chosen.colourCode).toBe('#90EE90')
    actor.send({ type: 'school.choose', schoolId: 1 })
    await ready(parts)
    actor.send({ type: 'service.choose', serviceId: 10 })
    await ready(parts)
    actor.send({ type: 'rateType.choose', rateTypeId: 1 })
    actor.send({ type: 'caseload.add', id: 12 })
    await ready(parts)
    expect(parts.choices.getSnapshot().context).toMatchObject({
      chosen: { schoolId: 1, serviceId: 10, rateTypeId: 1, colourCode: '#FFC078' },
      services: [{ name: 'Service of 1' }],
      rateTypes: [{ name: 'Hourly' }],
      rate: '82.50',
    })
    expect(selectSelected(parts.caseloadArea.getSnapshot()).map(({ id }) => id)).toEqual([12])

    actor.send({ type: 'school.choose', schoolId: 2 })
    expect(parts.choices.getSnapshot().context).toMatchObject({
      chosen: { schoolId: 2, serviceId: null, rateTypeId: null, colourCode: '#74C0FC' },
      services: [],
      rate: null,
    })
    await ready(parts)
    expect(selectSelected(parts.caseloadArea.getSnapshot())).toEqual([])
    expect(selectAvailable(parts.caseloadArea.getSnapshot()).map(({ id }) => id)).toEqual([21, 22, 23])
  })

  it('of another provider who does not work there leaves the school, its services and its students', async () => {
    const { actor, parts } = start()
    await ready(parts)
    actor.send({ type: 'provider.choose', providerId: 3 })
    actor.send({ type: 'school.choose', schoolId: 1 })
    await ready(parts)
    actor.send({ type: 'caseload.add', id: 12 })
    actor.send({ type: 'provider.choose', providerId: 4 })
    await ready(parts)
    expect(parts.choices.getSnapshot().context).toMatchObject({ chosen: { schoolId: null }, services: [] })
    expect(parts.choices.getSnapshot().context.schools.map(({ name }) => name)).toEqual(['Birch School'])
    expect(parts.caseloadArea.getSnapshot().context).toMatchObject({ schoolId: null, selectedIds: [], entries: [] })
  })

  it('drops the answer for a school that was left meanwhile', async () => {
    const answers = new Map<number, (rates: SessionRates) => void>()
    const { actor, parts } = start(
      {},
      { rates: ({ schoolId }) => new Promise((resolve) => answers.set(schoolId, resolve)) },
    )
    await waitFor(parts.choices, (snapshot) => snapshot.matches({ lists: 'ready' }))
    actor.send({ type: 'school.choose', schoolId: 1 })
    actor.send({ type: 'school.choose', schoolId: 2 })
    answers.get(2)?.(ratesOf({ schoolId: 2, serviceId: null, rateTypeId: null }))
    await ready(parts)
    answers.get(1)?.(ratesOf({ schoolId: 1, serviceId: null, rateTypeId: null }))
    await Promise.resolve()
    expect(parts.choices.getSnapshot().context.services.map(({ name }) => name)).toEqual(['Service of 2'])
  })

  it('says why the caseload could not be loaded, and loads it again', async () => {
    let calls = 0
    const { actor, parts } = start(
      {},
      {
        students: async (schoolId) => {
          calls += 1
          if (calls === 1) throw new ApiError(503, 'The database is resting')
          return caseload(schoolId)
        },
      },
    )
    await ready(parts)
    actor.send({ type: 'school.choose', schoolId: 1 })
    await waitFor(parts.caseloadArea, (snapshot) => snapshot.hasTag('failed'))
    expect(parts.caseloadArea.getSnapshot().context.message).toBe('The database is resting')
    actor.send({ type: 'caseload.retry' })
    await ready(parts)
    expect(selectAvailable(parts.caseloadArea.getSnapshot())).toHaveLength(3)
  })
})

describe('students', () => {
  it('move from available to selected, among each other, and back', async () => {
    const { actor, parts } = start()
    actor.send({ type: 'school.choose', schoolId: 1 })
    await ready(parts)
    const selected = () => parts.caseloadArea.getSnapshot().context.selectedIds
    actor.send({ type: 'caseload.add', id: 13 })
    actor.send({ type: 'caseload.add', id: 11, index: 0 })
    actor.send({ type: 'caseload.add', id: 12, index: 1 })
    expect(selected()).toEqual([11, 12, 13])
    actor.send({ type: 'caseload.move', id: 13, index: 0 })
    expect(selected()).toEqual([13, 11, 12])
    actor.send({ type: 'caseload.remove', id: 11 })
    expect(selected()).toEqual([13, 12])
    expect(selectAvailable(parts.caseloadArea.getSnapshot()).map(({ id }) => id)).toEqual([11])
    actor.send({ type: 'caseload.add', id: 13 })
    actor.send({ type: 'caseload.add', id: 99 })
    expect(selected()).toEqual([13, 12])
  })

  it('are cleared by Basic', async () => {
    const { actor, parts } = start()
    actor.send({ type: 'school.choose', schoolId: 1 })
    await ready(parts)
    actor.send({ type: 'caseload.add', id: 11 })
    actor.send({ type: 'basic.choose' })
    expect(selectMode(actor.getSnapshot())).toBe('basic')
    expect(parts.caseloadArea.getSnapshot().context.selectedIds).toEqual([])
    actor.send({ type: 'advance.choose' })
    expect(selectMode(actor.getSnapshot())).toBe('advance')
  })

  it('are always there for Providers, who have no switch', () => {
    const { actor } = start({
      user: { id: 2, role: 'Providers', providerId: 3 },
      initial: { ...emptySessionForm({ date: '2026-11-24' }), mode: 'basic' },
    })
    expect(selectMode(actor.getSnapshot())).toBe('advance')
    expect(actor.getSnapshot().can({ type: 'basic.choose' })).toBe(false)
  })
})

describe('recurrence', () => {
  const steps: [RecurrencePatternEvent, ReturnType<typeof selectPattern>][] = [
    [{ type: 'recurrence.tick' }, { type: 'daily', option: 'everyNDays' }],
    [
      { type: 'recurrenceOption.choose', option: 'everyWeekday' },
      { type: 'daily', option: 'everyWeekday' },
    ],
    [
      { type: 'recurrenceType.choose', recurrenceType: 'weekly' },
      { type: 'weekly', option: 'everyNWeeks' },
    ],
    [
      { type: 'recurrenceOption.choose', option: 'weeksOfMonth' },
      { type: 'weekly', option: 'weeksOfMonth' },
    ],
    [
      { type: 'recurrenceType.choose', recurrenceType: 'monthly' },
      { type: 'monthly', option: 'dates' },
    ],
    [
      { type: 'recurrenceOption.choose', option: 'nthWeekday' },
      { type: 'monthly', option: 'nthWeekday' },
    ],
    [
      { type: 'recurrenceOption.choose', option: 'everyNDays' },
      { type: 'monthly', option: 'nthWeekday' },
    ],
    [
      { type: 'recurrenceOption.choose', option: 'dates' },
      { type: 'monthly', option: 'dates' },
    ],
    [
      { type: 'recurrenceType.choose', recurrenceType: 'daily' },
      { type: 'daily', option: 'everyNDays' },
    ],
    [{ type: 'recurrence.untick' }, { type: 'none' }],
    [{ type: 'recurrenceType.choose', recurrenceType: 'daily' }, { type: 'none' }],
  ]

  it('goes through every pattern of a new session', () => {
    const { actor, parts } = start()
    for (const [event, pattern] of steps) {
      actor.send(event)
      expect(selectPattern(parts.recurrence.getSnapshot())).toEqual(pattern)
    }
  })

  const weekly: SessionFormValues['recurrence'] = {
    ...emptySessionForm({ date: '2026-11-24' }).recurrence,
    type: 'weekly',
    weekly: { option: 'weeksOfMonth', everyNWeeks: 1, weeks: [1], days: [2] },
  }
  it.each([
    ['editOccurrence', false, { untick: false, type: false, option: false }],
    ['editSeries', false, { untick: true, type: false, option: true }],
    ['editSeries', true, { untick: false, type: false, option: false }],
    ['view', false, { untick: false, type: false, option: false }],
    ['passed', true, { untick: false, type: false, option: false }],
  ] as const)('is locked as it should be in %s (started: %s)', (purpose, isEventStarted, open) => {
    const { parts } = start({
      purpose,
      isEventStarted,
      sessionId: 5,
      initial: { ...emptySessionForm({ date: '2026-11-24' }), recurrence: weekly },
    })
    const pattern = parts.recurrence.getSnapshot()
    expect(selectPattern(pattern)).toEqual({ type: 'weekly', option: 'weeksOfMonth' })
    expect({
      untick: pattern.can({ type: 'recurrence.untick' }),
      type: pattern.can({ type: 'recurrenceType.choose', recurrenceType: 'daily' }),
      option: pattern.can({ type: 'recurrenceOption.choose', option: 'everyNWeeks' }),
    }).toEqual(open)
  })
})

const inSeries = { scheduleEventId: 2, scheduleEventRecurrenceId: 5 }

describe('saving', () => {
  it('waits for the answer, then says that it is saved', async () => {
    let finish: (saved: SavedScheduleEvent) => void = () => {}
    const sent: SaveSessionInput[] = []
    const { actor, emitted } = start(
      {},
      {
        save: (input) => {
          sent.push(input)
          return new Promise((resolve) => {
            finish = resolve
          })
        },
      },
    )
    actor.send(submit)
    expect(workflow(actor)).toBe('saving')
    expect(actor.getSnapshot().can(submit)).toBe(false)
    expect(actor.getSnapshot().can({ type: 'form.cancel' })).toBe(false)
    await savingUntil(actor, 'saving')
    expect(sent).toEqual([
      { purpose: 'create', form, userId: 1, sessionId: undefined, serviceRate: '82.50', isEventStarted: false },
    ])
    finish({ id: 7, occurrences: 16 })
    await waitFor(actor, (snapshot) => snapshot.matches({ workflow: 'saved' }))
    expect(emitted).toEqual([
      {
        type: 'session.saved',
        message: 'Event has been added successfully',
        saved: { id: 7, occurrences: 16 },
      },
    ])
  })

  it("shows the server's reason, keeps the attempt and lets it be sent again", async () => {
    const { actor } = start({}, { save: () => Promise.reject(new ApiError(409, 'The week is approved')) })
    actor.send(submit)
    const saving = await savingUntil(actor, 'failed')
    expect(saving.getSnapshot().context.message).toBe('The week is approved')
    saving.send({ type: 'failure.dismiss' })
    await waitFor(actor, (snapshot) => snapshot.matches({ workflow: 'editing' }))
    expect(actor.getSnapshot().context.attempt).toEqual(form)
    expect(actor.getSnapshot().can(submit)).toBe(true)
  })

  it('shows a series before it is stored, and goes back with everything entered', async () => {
    const saved: SaveSessionInput[] = []
    const { actor, emitted } = start(
      {},
      {
        save: async (input) => {
          saved.push(input)
          return { id: 7, occurrences: 2 }
        },
      },
    )
    const weekly: SessionForm = { ...form, rule: { type: 'daily', option: 'everyWeekday' }, endDate: '2026-11-25' }
    actor.send({ ...submit, form: weekly })
    const shown = await savingUntil(actor, 'asking')
    expect(shown.getSnapshot().context.preview).toEqual(samplePreview())
    shown.send({ type: 'preview.back' })
    expect([workflow(actor), actor.getSnapshot().context.attempt, saved, emitted]).toEqual(['editing', weekly, [], []])

    actor.send({ ...submit, form: weekly })
    const again = await savingUntil(actor, 'asking')
    again.send({ type: 'preview.confirm' })
    await waitFor(actor, (snapshot) => snapshot.matches({ workflow: 'saved' }))
    expect(saved).toHaveLength(1)
  })

  it('asks about a single session only when it clashes', async () => {
    const clash = { kind: 'timeOff' as const, startTime: '09:00', endTime: '12:00' }
    const { actor } = start({}, { preview: async () => samplePreview([clash]) })
    actor.send(submit)
    await savingUntil(actor, 'asking')
  })

  it('saves without a preview where the host of the API has none', async () => {
    const { actor } = start({}, { preview: () => Promise.reject(new ApiError(404, 'Not found')) })
    actor.send(submit)
    await waitFor(actor, (snapshot) => snapshot.matches({ workflow: 'saved' }))
  })

  it('says how many sessions of a series were left unchanged', async () => {
    const leftAlone = { approved: 2, locked: 0, expired: 0, editedAlone: 1 }
    const saved = { created: 0, changed: 9, removed: 0, leftAlone, isPending: false }
    const { actor, emitted } = start(
      { purpose: 'editSeries', sessionId: 5, entityCacheKey: '3' },
      { save: async () => saved },
    )
    actor.send(submit)
    const shown = await savingUntil(actor, 'asking')
    shown.send({ type: 'preview.confirm' })
    await waitFor(actor, (snapshot) => snapshot.matches({ workflow: 'saved' }))
    const message =
      'Event has been updated successfully. 3 sessions were left unchanged (2 approved, 1 edited individually).'
    expect(emitted).toEqual([{ type: 'session.saved', message, saved }])
  })

  it.each([
    ['replaced', { entityCacheKey: '4', isEventPassed: false, readOnlyReason: null }, true],
    ['left to an approved day', { entityCacheKey: '4', isEventPassed: false, readOnlyReason: 'Approved' }, false],
  ])("takes over the version of somebody else's change, to be %s", async (_, stored, isReplaceable) => {
    const keys: unknown[] = []
    const { actor } = start(
      { purpose: 'editOccurrence', sessionId: 5, entityCacheKey: '3' },
      {
        save: ({ entityCacheKey }) => {
          keys.push(entityCacheKey)
          return Promise.reject(new ApiError(409, 'Ruth changed the time.'))
        },
        reread: async () => ({ ...toWire(form, { userId: 1, id: 5 }), ...stored, ...inSeries }),
      },
    )
    actor.send(submit)
    const saving = await savingUntil(actor, 'failed')
    expect(saving.getSnapshot().context.message).toBe(
      isReplaceable
        ? 'Ruth changed the time.\n\nWhat you entered is still here. Saving it again replaces their change.'
        : 'Ruth changed the time.',
    )
    saving.send({ type: 'failure.dismiss' })
    expect(actor.getSnapshot().context.attempt).toEqual(form)
    actor.send(submit)
    await savingUntil(actor, 'failed')
    expect(keys).toEqual(['3', '4'])
  })

  it('hands refused fields to the form', async () => {
    const { actor, emitted } = start(
      {},
      {
        save: () =>
          Promise.reject(
            new ApiError(400, 'Service Is Required', [{ path: 'serviceId', message: 'Service Is Required' }]),
          ),
      },
    )
    actor.send(submit)
    await waitFor(actor, (snapshot) => snapshot.matches({ workflow: 'editing' }))
    expect(emitted).toEqual([{ type: 'form.refused', fields: { serviceId: 'Service Is Required' } }])
  })

  it('shows nothing for a lost connection and loses nothing', async () => {
    const { actor, emitted } = start({}, { save: () => Promise.reject(new NetworkError('No answer')) })
    actor.send(submit)
    await waitFor(actor, (snapshot) => snapshot.matches({ workflow: 'editing' }))
    expect([emitted, actor.getSnapshot().context.attempt]).toEqual([[], form])
  })

  it.each([
    ['create', 'Save', true],
    ['editOccurrence', 'Update', true],
    ['editSeries', 'Update All', true],
    ['view', undefined, false],
    ['passed', undefined, false],
  ] as const)('in %s: %s', (purpose, label, editable) => {
    const snapshot = start({ purpose }).actor.getSnapshot()
    expect([selectSaveLabel(snapshot), snapshot.can(submit), snapshot.hasTag('editable')]).toEqual([
      label,
      editable,
      editable,
    ])
  })
})

describe('leaving', () => {
  it('closes an untouched form at once', () => {
    const { actor, emitted } = start()
    actor.send({ type: 'form.cancel' })
    expect(emitted).toEqual([{ type: 'form.closed' }])
  })

  it('asks once something was entered', () => {
    const { actor, emitted } = start()
    actor.send({ type: 'form.change' })
    actor.send({ type: 'form.cancel' })
    expect(workflow(actor)).toBe('confirmingCancel')
    actor.send({ type: 'cancel.dismiss' })
    expect(workflow(actor)).toBe('editing')
    actor.send({ type: 'form.cancel' })
    actor.send({ type: 'cancel.confirm' })
    expect(emitted).toEqual([{ type: 'form.closed' }])
  })

  it('never asks about a session that is only looked at', () => {
    const { actor, emitted } = start({ purpose: 'passed' })
    actor.send({ type: 'form.change' })
    actor.send({ type: 'form.cancel' })
    expect(emitted).toEqual([{ type: 'form.closed' }])
  })
})

describe('a form that opens with a draft', () => {
  const initial = emptySessionForm({ date: '2026-03-03' })
  const restored: SessionFormValues = {
    ...initial,
    mode: 'basic',
    eventName: 'Speech',
    providerId: 3,
    schoolId: 1,
    serviceId: 10,
    rateTypeId: 1,
    colourCode: '#123456',
    caseloadIds: [11, 99],
    recurrence: { ...initial.recurrence, type: 'monthly' },
  }

  it('shows what was entered, looks its lists up, and asks before it is left', async () => {
    const { actor, parts } = start({ restored })
    await ready(parts)
    expect(selectMode(actor.getSnapshot())).toBe('basic')
    expect(parts.choices.getSnapshot().context.chosen).toEqual({
      schoolId: 1,
      serviceId: 10,
      rateTypeId: 1,
      colourCode: '#123456',
    })
    expect(selectPattern(parts.recurrence.getSnapshot())).toEqual({ type: 'monthly', option: 'dates' })
    // Who has left the caseload since could not be seen, nor taken out.
    expect(parts.caseloadArea.getSnapshot().context.selectedIds).toEqual([11])
    actor.send({ type: 'form.cancel' })
    expect(actor.getSnapshot().matches({ workflow: 'confirmingCancel' })).toBe(true)
  })

  it('leaves who was in the stored session, on the caseload or not', async () => {
    const { parts } = start({
      purpose: 'editOccurrence',
      sessionId: 5,
      initial: { ...restored, caseloadIds: [99] },
      restored,
    })
    await ready(parts)
    expect(parts.caseloadArea.getSnapshot().context.selectedIds).toEqual([11, 99])
  })

  it('gives a series its own pattern back when it is ticked again', () => {
    const weekly: SessionFormValues = { ...initial, recurrence: { ...initial.recurrence, type: 'weekly' } }
    const { actor, parts } = start({ purpose: 'editSeries', sessionId: 5, initial: weekly, restored: initial })
    const pattern = () => selectPattern(parts.recurrence.getSnapshot())
    expect(pattern()).toEqual({ type: 'none' })
    actor.send({ type: 'recurrence.tick' })
    expect(pattern()).toEqual({ type: 'weekly', option: 'everyNWeeks' })
  })
})
