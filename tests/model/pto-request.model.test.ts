import { examples } from '#machines/time-off/pto-request.examples.ts'
import { ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type PtoRequestWorld, ptoRequestInBrowser } from './pto-request.browser.ts'

modelTests<typeof ptoRequestMachine, PtoRequestWorld>({
  name: 'time-off/pto-request',
  machine: ptoRequestMachine,
  ...examples,
  project: () => null,
  browser: ptoRequestInBrowser,
})
