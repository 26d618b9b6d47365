import { expect, test } from 'vitest'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { reportMessages } from '#domain/reports.ts'
import { payrollSample } from '#tests/support/reports/payroll-sample.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { NOVEMBER } from '#tests/support/server/billing.ts'

const { server, token } = useSample(payrollSample)

reportTests(server, payrollSample)

test('requires a provider type for the details of all rows', async () => {
  const dates = { fromDateTime: NOVEMBER.startDate, toDateTime: NOVEMBER.endDate }
  const ask = (more: object) => server().ask(payrollReport.view.call, { token: token.ada, body: { ...dates, ...more } })
  expect(await ask({ rateChangeHistoryId: 0, providerTypeId: 0 })).toMatchObject({
    status: 400,
    errors: [{ path: 'providerTypeId', message: reportMessages.providerTypeRequired }],
  })
  expect(await ask({ rateChangeHistoryId: 1 })).toMatchObject({ status: 200 })
})
