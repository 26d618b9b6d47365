/** What a server does without being asked: works through the queue, does daily work, cleans up. */
import type { Logger } from 'pino'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** One time that the work is done. */
export interface Turn {
  /** Aborted when the server stops. Long work looks at it between its steps. */
  readonly signal: AbortSignal
  /** Begins the next turn as soon as this one is over. */
  readonly again: () => void
  /** For work that outlasts the turn: the server waits for it, too, before it stops. It must not fail. */
  readonly waitFor: (work: Promise<void>) => void
}

export interface BackgroundWork<Services> {
  /** Unique. The log names it if it fails. */
  readonly name: string
  /** The pause between two turns, in milliseconds. The first begins when the server starts. */
  readonly every: number
  /** Several servers may do so on one database. If it fails, the next turn tries again. */
  readonly run: (services: Services, turn: Turn) => Promise<void>
}

export interface Working {
  /**
   * Begins no more turns, and waits for those in progress for so many milliseconds.
   *
   * @returns whether all have ended
   */
  readonly stop: (graceMs: number) => Promise<boolean>
}

/** Servers that started together don't look at the same time. */
const pauseOf = (every: number) => every * (0.9 + Math.random() / 5)

/** Does all of this work, each kind one turn after the other, until it is stopped. */
export function keepWorking<Services>(
  works: readonly BackgroundWork<Services>[],
  services: Services,
  log: Logger,
): Working {
  const stopping = new AbortController()
  const { signal } = stopping
  const timers = new Map<string, NodeJS.Timeout>()
  const underWay = new Map<Promise<void>, string>()

  const keep = ({ name, every, run }: BackgroundWork<Services>) => {
    let isAtWork = false
    let isWanted = false
    /** Without the database, for example, every turn fails: the log says so once. */
    let said: string | undefined
    const waitFor = (work: Promise<void>) => {
      underWay.set(work, name)
      void work.finally(() => underWay.delete(work))
    }
    const beginIn = (ms: number) => {
      clearTimeout(timers.get(name))
      if (!signal.aborted) timers.set(name, setTimeout(begin, ms).unref())
    }
    const again = () => {
      if (isAtWork) isWanted = true
      else beginIn(0)
    }
    const turn = async () => {
      try {
        await run(services, { signal, again, waitFor })
        said = undefined
      } catch (error) {
        const message = String(error)
        if (!signal.aborted && message !== said) log.error({ err: error, work: name }, 'background work failed')
        said = message
      }
      isAtWork = false
      beginIn(isWanted ? 0 : pauseOf(every))
    }
    const begin = () => {
      isAtWork = true
      isWanted = false
      waitFor(turn())
    }
    begin()
  }
  for (const work of works) keep(work)

  const allEnded = async () => {
    while (underWay.size > 0) await Promise.all(underWay.keys())
    return true as const
  }
  return {
    stop: async (graceMs) => {
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), graceMs)
      })
      const haveEnded = await Promise.race([allEnded(), late])
      clearTimeout(timer)
      if (!haveEnded) log.warn({ work: [...new Set(underWay.values())] }, 'work in progress was cut off')
      return haveEnded
    },
  }
}
