import type { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import type { SessionFormWorld } from './session-form.browser.ts'
import { sessionForm } from './session-form.description.ts'
import { storedFormInBrowser } from './session-form-stored.browser.ts'

const { inputs } = sessionForm

modelTests<typeof sessionFormMachine, SessionFormWorld>({
  name: 'schedule/session-form-stored',
  ...sessionForm,
  inputs: {
    'an occurrence is edited': inputs['an occurrence is edited'],
    'a series is edited': inputs['a series is edited'],
    'a session is looked at': inputs['a session is looked at'],
    'a passed session': inputs['a passed session'],
  },
  excuses: {
    '*purpose.create': 'tests/model/session-form.model.test.ts adds sessions.',
  },
  browser: storedFormInBrowser,
})
