import { hoursSample } from '#tests/support/reports/hours-sample.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'

const { server } = useSample(hoursSample)

reportTests(server, hoursSample)
