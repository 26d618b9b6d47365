import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { storedSessionMachine } from './stored-session.machine.ts'

export const texts = {
  events: {
    'load.retry': 'Try again',
  },
  actions: {
    keepSession: 'keep the session',
    keepFailure: "keep the server's message",
    clearFailure: 'clear the message',
  },
  calls: {
    loadSession: { does: 'load the session', done: 'The session loaded', error: 'The session did not load' },
  },
} satisfies ChartTexts<typeof storedSessionMachine>
