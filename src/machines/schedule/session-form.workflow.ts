import { defineWorkflow } from '#machines/definition/workflow.ts'
import { sessionFormMachine } from './session-form.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/session-form',
  title: 'Session form',
  area: 'Sessions',
  machine: sessionFormMachine,
  examples: () => import('./session-form.examples.ts'),
  texts: {
    events: {
      'form.submit': 'Save',
      'form.cancel': 'Cancel',
      'cancel.confirm': 'Discard the changes',
      'cancel.dismiss': 'Keep editing',
    },
    guards: {
      isPurpose: {
        given: {
          create: 'a session is added',
          editOccurrence: 'one session is edited',
          editSeries: 'a series is edited',
          view: 'a session is viewed',
          passed: 'the session is over',
        },
      },
      isEditable: 'the form can be edited',
      losesEntries: 'unsaved changes would be lost',
      wasSaved: 'the session was saved',
      wasRefused: 'the server refused it',
    },
    actions: {
      keepVersion: 'keep the stored version for the next try',
      announceEnd: 'show the result',
      announceClosed: 'close the form',
    },
    calls: {
      choices: 'load the options of the form',
      caseloadArea: "load the school's students",
      saving: { does: 'save the session', done: 'Saving ended' },
    },
  },
})
