import { examples } from '#machines/common/details.examples.ts'
import { type DetailsMachine, details } from '#machines/common/details.machine.ts'
import { type DetailsWorld, detailsInBrowser } from './details.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<DetailsMachine<number, string>, DetailsWorld>({
  name: 'common/details',
  machine: details<number, string>(),
  ...examples,
  project: ({ subject, data, isStale }) => ({ subject, data, isStale }),
  states: {
    shown: ({ context: { data } }) => {
      if (data === undefined) throw new Error('there is nothing to show')
    },
  },
  browser: detailsInBrowser,
})
