import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { lookup } from './lookup.machine.ts'

export const texts = {
  events: {},
  actions: {
    keepItems: 'offer the items',
  },
  calls: {
    loadItems: { does: 'load the list', done: 'The list loaded', error: 'The list did not load' },
  },
} satisfies ChartTexts<ReturnType<typeof lookup>>
