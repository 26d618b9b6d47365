import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { handOverLifecycle } from './hand-over-lifecycle.machine.ts'

export const texts = {
  events: { 'handOver.undo': 'Undo the hand-over' },
  guards: {
    allGoesBack: 'by an administrator, if everything can go back',
    someGoesBack: 'by an administrator, if something can go back',
  },
} satisfies ChartTexts<typeof handOverLifecycle>
