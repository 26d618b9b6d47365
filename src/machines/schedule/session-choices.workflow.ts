import { defineWorkflow } from '#machines/definition/workflow.ts'
import { sessionChoicesMachine } from './session-choices.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/session-choices',
  title: 'Session options',
  area: 'Sessions',
  machine: sessionChoicesMachine,
  examples: () => import('./session-choices.examples.ts'),
  texts: {
    events: {
      'provider.choose': 'Choose a provider',
      'place.choose': 'Choose a school, service or rate type',
      'choices.retry': 'Try again',
    },
    guards: {
      hasPlace: 'a school is chosen',
      isNoPlace: 'no school is chosen',
    },
    actions: {
      keepProvider: 'note the provider',
      keepPlace: 'note the choice',
      takeLists: 'offer the lists',
      announceSchools: "check the form's school",
      takeRates: 'offer services, rate types and the rate',
      takeFailure: "keep the server's message",
      forgetFailure: 'clear the message',
    },
    calls: {
      loadLists: {
        does: 'load schools, providers and colors',
        done: 'The lists loaded',
        error: 'The lists did not load',
      },
      loadRates: {
        does: "load the school's services and rates",
        done: 'The services and rates loaded',
        error: 'The services and rates did not load',
      },
    },
  },
})
