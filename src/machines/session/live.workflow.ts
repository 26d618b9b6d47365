import { defineWorkflow } from '#machines/definition/workflow.ts'
import { liveMachine } from './live.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/live',
  title: 'Changes by others',
  area: 'Sign-in',
  machine: liveMachine,
  examples: () => import('./live.examples.ts'),
  texts: {
    events: {
      'lead.gain': 'No other tab leads',
      'leader.broadcast': 'The leading tab tells something',
      'stream.open': 'The stream opens',
      'stream.tell': 'Something changed',
      'stream.reset': 'Some changes may be missing',
      'stream.beat': 'The stream is alive',
      'stream.lose': 'The stream is lost',
      'network.return': 'The server is reachable again',
      'computer.wake': 'The computer woke up',
    },
    guards: {
      hasFailedOften: 'it failed three times in a row',
      wasLost: 'the stream was lost',
      hasMissed: 'changes may have been missed',
    },
    actions: {
      keepId: 'keep from where to resume',
      countFailure: 'count the failure',
      forgetFailures: 'forget earlier failures',
      noteGap: 'note that pages have to read again',
      tellChanges: 'tell the page and the other tabs',
      askToReadAgain: 'have the page read everything again',
      shareBeat: 'tell the other tabs that all is well',
      shareReset: 'have the other tabs do so, too',
      askToRetry: 'have the page read again what it was reading',
      shareResumption: 'have the other tabs do so, too',
      sayFresh: 'say that changes come at once',
      sayStale: 'say that changes come late',
      shareFresh: 'tell the other tabs that changes come at once',
      shareStale: 'tell the other tabs that changes come late',
      passOn: 'tell the page',
    },
    calls: {
      seekLead: 'wait for the lead',
      shareNews: 'talk to the other tabs',
      watchSleep: 'notice that the computer woke up',
      readStream: 'read the stream',
    },
    delays: {
      openPatience: 'after 15 s',
      beatPatience: 'silence for 45 s',
      leaderPatience: 'silence for 60 s',
      retryPause: 'a pause, longer each time',
      pollPause: 'after 30 s',
    },
  },
})
