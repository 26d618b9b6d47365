import type { Database } from '#server/db/database.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Version information of the server. */
export interface SystemFacts {
  readonly engine: 'embedded' | 'postgresql'
  readonly version: string
  readonly health: Database['health']
}

export const createSystemHandlers = ({
  facts: { engine, version, health },
}: {
  readonly facts: SystemFacts
}): HandlersOf<'getHealth'> => ({
  getHealth: async () => {
    const { healthy, isDiskFull = false } = await health()
    if (healthy) return { database: 'up', engine, version }
    const message = isDiskFull ? "The database's disk is full." : 'The database is not responding.'
    throw new Refusal(503, message, { data: { database: 'down', engine, version } })
  },
})
