import { test } from 'vitest'
import { usePortal } from '#tests/support/portal.ts'
import { censusSample } from '#tests/support/reports/census-sample.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'

const { openChecked } = reportPage(usePortal(), censusSample)

test('lists the templates of the census, each with its details', async () => {
  await openChecked()
})
