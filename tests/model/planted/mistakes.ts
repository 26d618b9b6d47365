import type { Mistake } from './mistake.ts'
import { recordMistakes } from './records.ts'
import { scheduleMistakes } from './schedule.ts'
import { screenMistakes } from './screens.ts'

export const mistakes: readonly Mistake[] = [...scheduleMistakes, ...recordMistakes, ...screenMistakes]
