import { defineWorkflow } from '#machines/definition/workflow.ts'
import { filterOptionsMachine } from './filter-options.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/filter-options',
  title: 'Calendar filters',
  area: 'Schedule',
  machine: filterOptionsMachine,
  examples: () => import('./filter-options.examples.ts'),
  texts: {
    events: {
      'choice.change': "The calendar's filters changed",
      'student.search': "Type a student's name",
    },
    guards: {
      isOtherSearch: 'the name changed',
    },
    actions: {
      keepWords: 'keep the name',
      keepFilters: 'keep the filters',
      keepOptions: 'keep the options',
    },
    calls: {
      loadOptions: {
        does: 'load providers, schools and students',
        done: 'The options loaded',
        error: 'The options did not load',
      },
    },
    delays: {
      providerListDelay: 'a pause in typing or choosing',
    },
  },
})
