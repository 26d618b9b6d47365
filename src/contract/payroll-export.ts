/** Taking a period's payroll to another program (docs/decisions/payroll.md). */
import { z } from 'zod'
import { periodSchema } from '#domain/billing/invoice-rules.ts'
import { decimalText } from '#domain/money.ts'
import { instantSchema, localDateSchema } from '#domain/time.ts'
import { defineEndpoint, defineFile, id, languageId, queryId } from './endpoint.ts'
import { reportPlaces } from './reports/report-places.ts'

const { access } = reportPlaces.payroll

const count = z.int().nonnegative()

const planSchema = z.object({
  /** How many providers have something to be paid, and how much. */
  providers: count,
  gross: decimalText,
  /** Accepted requests for time off that are not marked as sent yet. */
  requests: count,
  /** Whether every day is locked; until then hours may still be approved. */
  isLocked: z.boolean(),
  /** The latest export of the same period, and what has changed since; null if there is none. */
  last: z
    .object({
      id,
      by: z.string(),
      onUtc: instantSchema,
      changes: z.array(z.object({ providerId: id, providerName: z.string(), before: decimalText, after: decimalText })),
    })
    .nullable(),
  /** The latest exports of other periods that share days with this one: they would be paid twice. */
  overlaps: z.array(z.object({ id, startDate: localDateSchema, endDate: localDateSchema, onUtc: instantSchema })),
})
export type PayrollExportPlan = z.output<typeof planSchema>

export const planPayrollExport = defineEndpoint({
  method: 'POST',
  path: '/api/report/plan-payroll-export',
  summary: "What exporting a period's payroll would do, and what has changed since it was exported last",
  access,
  onlyReads: true,
  body: periodSchema.safeExtend({ languageId }),
  data: planSchema,
})

export const exportPayroll = defineEndpoint({
  method: 'POST',
  path: '/api/report/export-payroll',
  summary: "Stores an export of a period's payroll, and marks its accepted time-off requests as sent",
  access,
  body: periodSchema.safeExtend({
    languageId,
    /** The latest export that the caller knows of. */
    lastId: id.nullable(),
    /** The exports of `overlaps` whose days the user confirmed to export again. */
    confirmedOverlaps: z.array(id).max(1000).default([]),
  }),
  data: z.object({ id }),
  replies: {
    404: 'There is nothing to pay',
    409: 'The period has been exported in the meantime, or shares days with another export that is not confirmed',
  },
})

export const getPayrollExportFile = defineFile({
  path: '/api/report/payroll-export-file',
  summary: 'A stored export of payroll as CSV, a row per provider and rate segment',
  access,
  query: z.object({ id: queryId }),
  contentType: 'text/csv; charset=utf-8',
  replies: { 404: 'No such export' },
})

export const endpoints = { planPayrollExport, exportPayroll, getPayrollExportFile }
