import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Version information of the server. */
export interface SystemFacts {
  readonly engine: 'embedded' | 'postgresql'
  readonly version: string
  /** Whether the database responds; never throws, and returns within a few seconds. */
  readonly isDatabaseUp: () => Promise<boolean>
}

export const createSystemHandlers = ({ engine, version, isDatabaseUp }: SystemFacts): HandlersOf<'getHealth'> => ({
  getHealth: async () => {
    if (await isDatabaseUp()) return { database: 'up', engine, version }
    throw new Refusal(503, 'The database is not responding.', { data: { database: 'down', engine, version } })
  },
})
