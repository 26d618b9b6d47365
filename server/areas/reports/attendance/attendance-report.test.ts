import { attendanceSample } from '#tests/support/reports/attendance-sample.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'

const { server } = useSample(attendanceSample)

reportTests(server, attendanceSample)
