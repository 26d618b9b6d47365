import { type ActorSystem, type ActorSystemInfo, type EventObject, SimulatedClock } from 'xstate'

/** XState's simulated clock, which also knows what event each timer will send, so that a path can trigger one of them. */
export class StepClock extends SimulatedClock {
  private readonly timers = new Map<number, { due: number; event: EventObject }>()
  private readonly seen = new WeakSet<object>()
  private system: ActorSystem<ActorSystemInfo> | undefined

  /** Set before the actor starts: the system that owns these timers. */
  watch(system: ActorSystem<ActorSystemInfo>): void {
    this.system = system
  }

  override setTimeout(fn: () => void, timeout: number): number {
    const id = super.setTimeout(() => {
      this.timers.delete(id)
      fn()
    }, timeout)
    const scheduled = Object.values(this.system?.getSnapshot()._scheduledEvents ?? {})
    const added = scheduled.find((entry) => !this.seen.has(entry))
    if (added) {
      this.seen.add(added)
      this.timers.set(id, { due: this.now() + timeout, event: added.event })
    }
    return id
  }

  override clearTimeout(id: number): void {
    this.timers.delete(id)
    super.clearTimeout(id)
  }

  /** Fires the earliest timer with this event; false if none is running. */
  reach(event: string): boolean {
    const due = [...this.timers.values()].filter((timer) => timer.event.type === event).map((timer) => timer.due)
    if (due.length === 0) return false
    this.set(Math.max(this.now(), Math.min(...due)))
    return true
  }
}
