import { mount } from '#app/mount.tsx'
import { reportRoute } from '#app/report-route.ts'
import { hoursReport } from '#tests/app/report/hours-report.ts'

mount([reportRoute(hoursReport, async () => hoursReport)])
