import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { schoolSample } from '#tests/support/reports/school-sample.ts'

const { server } = useSample(schoolSample)

reportTests(server, schoolSample)
