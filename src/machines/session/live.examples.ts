import type { Examples } from '#machines/definition/examples.ts'
import type { liveMachine } from './live.machine.ts'

const changes = [{ topic: 'sessions', provider: 1, from: '2026-11-20', to: '2026-11-20', change: '751' }] as const

export const examples = {
  inputs: { 'a page': { random: () => 0.5 } },
  cases: {
    'lead.gain': 'bare',
    'leader.broadcast': {
      'a change': { news: { type: 'news.changes', changes, id: '1' } },
      'to read again': { news: { type: 'news.reset', id: '2' } },
      'to read again, without a stream so far': { news: { type: 'news.reset', id: undefined } },
      'that it is alive': { news: { type: 'news.beat', id: '1' } },
      'that the stream is back': { news: { type: 'news.resume' } },
      'that changes come at once': { news: { type: 'news.state', isFresh: true } },
      'that changes come late': { news: { type: 'news.state', isFresh: false } },
    },
    'stream.open': 'bare',
    'stream.tell': { 'a change': { changes, id: '1' } },
    'stream.reset': { 'after a long time': { id: '2' } },
    'stream.beat': { 'without changes': { id: '1' } },
    'stream.lose': 'bare',
    'network.return': 'bare',
    'computer.wake': 'bare',
  },
  outcomes: {},
} satisfies Examples<typeof liveMachine>
