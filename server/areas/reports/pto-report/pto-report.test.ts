import { ptoSample } from '#tests/support/reports/pto-sample.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'

const { server } = useSample(ptoSample)

reportTests(server, ptoSample)
