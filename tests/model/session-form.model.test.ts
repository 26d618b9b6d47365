import type { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SessionFormWorld, sessionFormInBrowser } from './session-form.browser.ts'
import { sessionForm } from './session-form.description.ts'

modelTests<typeof sessionFormMachine, SessionFormWorld>({
  name: 'schedule/session-form',
  ...sessionForm,
  browser: sessionFormInBrowser,
})
