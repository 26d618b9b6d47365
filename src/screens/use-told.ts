/**
 * The only way in which a value that a component has from elsewhere, such as the address, a form or another actor, reaches
 * an actor without the user's doing. Such a value stays with its owner; the actor is told when it is another one.
 */
import { useEffect, useRef } from 'react'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Whether an event says the same as another; lists that are not the same object differ. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]))
}

/**
 * Sends an event to an actor, and again whenever it says something else.
 *
 * @param event undefined if there is nothing to tell; the same event after it is news
 * @param isKnown whether the actor has the first event's values from its input
 */
export const useTold = <Event extends { readonly type: string }>(
  actor: { send: (event: Event) => void },
  event: Event | undefined,
  isKnown = false,
): void => {
  const told = useRef<{ readonly actor: object; readonly event: Event | undefined }>(
    isKnown ? { actor, event } : undefined,
  )
  useEffect(() => {
    if (told.current?.actor === actor && isSame(told.current.event, event)) return
    told.current = { actor, event }
    if (event !== undefined) actor.send(event)
  })
}

interface Subscribable<Snapshot> {
  readonly getSnapshot: () => Snapshot
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => { readonly unsubscribe: () => void }
}

/**
 * Passes a part of what an actor knows to another actor, without a trip through the component.
 *
 * @param select keep its identity stable
 * @param onValue called with the value now and with each new one, and the one before
 */
export const useValues = <Snapshot, Value>(
  actor: Subscribable<Snapshot>,
  select: (snapshot: Snapshot) => Value,
  onValue: (value: Value, before: Value | undefined) => void,
): void => {
  const latest = useRef(onValue)
  useEffect(() => {
    latest.current = onValue
  })
  useEffect(() => {
    let last = select(actor.getSnapshot())
    latest.current(last, undefined)
    const { unsubscribe } = actor.subscribe((snapshot) => {
      const before = last
      last = select(snapshot)
      if (!Object.is(last, before)) latest.current(last, before)
    })
    return unsubscribe
  }, [actor, select])
}
