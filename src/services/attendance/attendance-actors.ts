import {
  type AttendanceChart,
  type AttendanceDetail,
  type AttendanceFilters,
  type AttendanceRecord,
  getAttendanceChart,
  getAttendanceRecord,
  getAttendanceRecords,
} from '#contract/attendance.ts'
import { getAllProviders, type ProviderOption } from '#contract/lookups.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'
import { listActors } from '../page-actors.ts'

const bodyOf = ({ providerId, from, to, keywords }: AttendanceFilters) => ({
  providerId,
  fromDate: from || null,
  toDate: to || null,
  keywords: keywords.trim() || null,
})

export const attendanceActors = (client: HttpClient) =>
  listActors<AttendanceRecord, AttendanceFilters>(async (filters, paging, signal) => {
    const body = { ...bodyOf(filters), ...paging }
    const { providerAttendence, totalRecords } = await client.call(getAttendanceRecords, { body }, { signal })
    return { rows: providerAttendence, total: totalRecords }
  })

export const attendanceDetailsActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly AttendanceDetail[] }, { subject: AttendanceRecord }>(
    async ({ subject: { providerId, date } }, signal) => ({
      data: await client.call(getAttendanceRecord, { body: { providerId, fromDate: date } }, { signal }),
    }),
  ),
})

export const attendanceChartActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: AttendanceChart }, { subject: AttendanceFilters }>(async ({ subject }, signal) => ({
    data: await client.call(getAttendanceChart, { body: bodyOf(subject) }, { signal }),
  })),
})

export const providerOptionActors = (client: HttpClient) => ({
  loadItems: fromCall<readonly ProviderOption[], void>((_, signal) => client.call(getAllProviders, {}, { signal })),
})
