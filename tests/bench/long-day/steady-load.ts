/** Requests to a server, as fast as it answers or at a steady pace. */
export interface Pace {
  /** How many requests wait for their replies at most. */
  readonly connections: number
  readonly seconds: number
  /** Requests per second; as fast as the server answers without it. */
  readonly perSecond?: number
}

export interface Served {
  /** From when each request was due until it was answered, in ms. */
  readonly times: number[]
  readonly perSecond: number
  /** Requests that were due while all connections had waited for more than a second; they were not made. */
  readonly leftOut: number
}

const TOO_LATE = 1_000

/** @param ask makes the next request and waits for its reply */
export const serve = async (
  ask: () => Promise<unknown>,
  { connections, seconds, perSecond }: Pace,
): Promise<Served> => {
  const start = performance.now()
  const until = start + seconds * 1_000
  const every = perSecond === undefined ? 0 : 1_000 / perSecond
  const times: number[] = []
  let due = start
  let leftOut = 0
  const takeTurn = (): number | undefined => {
    const now = performance.now()
    if (every === 0) return now < until ? now : undefined
    const missed = now - due > TOO_LATE ? Math.floor((now - due) / every) : 0
    leftOut += missed
    const mine = due + missed * every
    due = mine + every
    return mine < until ? mine : undefined
  }
  const work = async () => {
    for (let turn = takeTurn(); turn !== undefined; turn = takeTurn()) {
      const wait = turn - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      await ask()
      times.push(performance.now() - turn)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { times, perSecond: times.length / ((performance.now() - start) / 1_000), leftOut }
}
