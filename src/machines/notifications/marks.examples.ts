import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { marksMachine } from './marks.machine.ts'

export const examples = {
  cases: {
    'notifications.see': { 'an unread one': { ids: [7] }, another: { ids: [8] }, 'none unread': { ids: [] } },
    'category.readAll': { 'time off': { categoryId: 12 }, schedule: { categoryId: 11 } },
    'failure.dismiss': 'bare',
  },
  outcomes: {
    markRead: { done: { marked: undefined }, error: commonFailures },
    markCategory: { done: { marked: undefined }, error: commonFailures },
  },
} satisfies Examples<typeof marksMachine>
