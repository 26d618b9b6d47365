import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { lookup } from './lookup.machine.ts'

export const examples = {
  cases: {},
  outcomes: { loadItems: { done: { read: ['Present'] }, error: commonFailures } },
} satisfies Examples<ReturnType<typeof lookup<string>>>
