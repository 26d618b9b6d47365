import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import {
  createDraftMachine,
  type Draft,
  type DraftInput,
  type DropDraftInput,
  selectIsStale,
  selectOffered,
  selectRestored,
  type WriteDraftInput,
} from './draft.machine.ts'

const input: DraftInput = {
  place: { userId: 7, name: 'session/new' },
  basis: null,
  isOpen: true,
  offersOther: true,
}
const found: Draft<string> = { content: 'Speech', keptAt: '2026-03-03T15:00:00Z', basis: null, earlier: null }
const { earlier: _, ...foundAlone } = found

/** An open form whose storage holds `stored`. */
const open = async (stored: Draft<string> | null, given: Partial<DraftInput> = {}, { isFull = false } = {}) => {
  const clock = new SimulatedClock()
  const written: WriteDraftInput<string>[] = []
  const dropped: DropDraftInput<string>[] = []
  let tellLeaving = () => {}
  const actor = createActor(
    createDraftMachine<string>().provide({
      actors: {
        readDraft: fromPromise(async () => stored),
        writeDraft: fromPromise<void, WriteDraftInput<string>>(async ({ input: draft }) => {
          if (isFull) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
          written.push(draft)
        }),
        dropDraft: fromPromise<void, DropDraftInput<string>>(async ({ input: draft }) => {
          dropped.push(draft)
        }),
        watchLeaving: fromCallback(({ sendBack }) => {
          tellLeaving = () => sendBack({ type: 'draft.flush' })
        }),
      },
    }),
    { input: { ...input, ...given }, clock },
  )
  actor.start()
  const settle = () => expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false)
  await settle()
  return {
    actor,
    clock,
    written,
    dropped,
    leave: () => tellLeaving(),
    type: (content: string) => actor.send({ type: 'draft.change', content }),
  }
}

describe('while the user edits the form', () => {
  test('the draft is saved when typing pauses', async () => {
    const { clock, written, type } = await open(null)
    type('S')
    clock.increment(399)
    type('Sp')
    clock.increment(399)
    expect(written).toEqual([])
    clock.increment(1)
    expect(written).toEqual([{ place: input.place, basis: null, content: 'Sp', earlier: null }])
  })

  test('the draft is saved immediately when the page closes, but not if nothing was entered', async () => {
    const { leave, written, type } = await open(null)
    leave()
    expect(written).toEqual([])
    type('S')
    leave()
    expect(written.map(({ content }) => content)).toEqual(['S'])
  })

  test('a failed write is retried on the next change', async () => {
    const { actor, clock, type } = await open(null, {}, { isFull: true })
    type('S')
    clock.increment(400)
    await expect.poll(() => actor.getSnapshot().matches({ keeping: { open: 'unkept' } })).toBe(true)
    type('Sp')
    expect(actor.getSnapshot().matches({ keeping: { open: 'settling' } })).toBe(true)
  })

  test('saving or canceling deletes the draft, and no more is written', async () => {
    const { actor, clock, written, dropped, leave, type } = await open(null)
    type('S')
    actor.send({ type: 'draft.end' })
    expect(dropped).toEqual([{ place: input.place, earlier: null }])
    type('Sp')
    clock.increment(400)
    leave()
    expect(written).toEqual([])
  })
})

describe('a stored draft', () => {
  test('is restored; starting over deletes it, and new entries are saved', async () => {
    const { actor, clock, written, dropped, type } = await open(found)
    expect(selectRestored(actor.getSnapshot())).toEqual(foundAlone)
    actor.send({ type: 'draft.discard' })
    expect(selectRestored(actor.getSnapshot())).toBeNull()
    expect(dropped).toEqual([{ place: input.place, earlier: null }])
    type('New')
    clock.increment(400)
    expect(written.map(({ content }) => content)).toEqual(['New'])
  })

  test('of another version of the record is restored with a notice', async () => {
    const { actor, clock, written, type } = await open({ ...found, basis: '3' }, { basis: '4', offersOther: false })
    expect(selectRestored(actor.getSnapshot())).toMatchObject({ content: 'Speech' })
    expect(selectIsStale(actor.getSnapshot())).toBe(true)
    type('Speech group')
    clock.increment(400)
    expect(written).toEqual([{ place: input.place, basis: '3', content: 'Speech group', earlier: null }])
  })

  test('of a read-only form is deleted silently', async () => {
    const { actor, dropped } = await open(found, { isOpen: false })
    expect(selectRestored(actor.getSnapshot())).toBeNull()
    expect(dropped).toEqual([{ place: input.place, earlier: null }])
  })
})

describe('a draft started at another time of the calendar', () => {
  test('is offered instead of replacing the chosen time', async () => {
    const { actor } = await open(found, { basis: 'ten' })
    expect(selectRestored(actor.getSnapshot())).toBeNull()
    expect(selectOffered(actor.getSnapshot())).toEqual(foundAlone)
    actor.send({ type: 'draft.accept' })
    expect(selectRestored(actor.getSnapshot())).toEqual(foundAlone)
    expect(selectOffered(actor.getSnapshot())).toBeNull()
    expect(selectIsStale(actor.getSnapshot())).toBe(false)
  })

  test('is still there after a visit without changes', async () => {
    const { actor, dropped } = await open(found, { basis: 'ten' })
    actor.send({ type: 'draft.end' })
    expect(dropped).toEqual([{ place: input.place, earlier: foundAlone }])
  })

  test('is kept behind new entries, and offered again afterward', async () => {
    const { actor, clock, written, dropped, type } = await open(found, { basis: 'ten' })
    type('Other')
    expect(selectOffered(actor.getSnapshot())).toBeNull()
    clock.increment(400)
    expect(written).toEqual([{ place: input.place, basis: 'ten', content: 'Other', earlier: foundAlone }])
    actor.send({ type: 'draft.end' })
    expect(dropped).toEqual([{ place: input.place, earlier: foundAlone }])
  })

  test('is gone after it was discarded', async () => {
    const { actor, dropped } = await open(found, { basis: 'ten' })
    actor.send({ type: 'draft.discard' })
    expect(selectOffered(actor.getSnapshot())).toBeNull()
    expect(dropped).toEqual([{ place: input.place, earlier: null }])
  })

  test('is restored if no other time was chosen', async () => {
    const { actor } = await open({ ...found, basis: 'nine' })
    expect(selectRestored(actor.getSnapshot())).toMatchObject({ content: 'Speech' })
  })
})
