import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { download } from './download.machine.ts'

export const texts = {
  events: {
    'download.start': 'Download',
    'failure.dismiss': 'OK',
  },
  guards: {
    hasMessage: 'the server said why',
  },
  actions: {
    takeSubject: 'note what to download',
    keepFailure: "keep the server's message",
  },
  calls: {
    saveFile: { does: 'create and save the file', done: 'The file was saved', error: 'The file could not be created' },
  },
} satisfies ChartTexts<ReturnType<typeof download>>
