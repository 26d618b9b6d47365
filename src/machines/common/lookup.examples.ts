import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { lookup } from './lookup.machine.ts'

export const examples = {
  cases: {},
  outcomes: { loadItems: { done: { read: ['Present'] }, error: commonFailures } },
} satisfies Examples<ReturnType<typeof lookup<string>>>
