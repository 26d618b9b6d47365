import { provide } from '#machines/common/provisions.ts'
import { filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import type { Services } from '../services.ts'
import { filterOptionsActors } from './calendar-actors.ts'

/** Used by calendars and student lists. */
export const filterWorkflows = ({ client }: Services) => [
  provide(filterOptionsMachine, { actors: filterOptionsActors(client) }),
]
