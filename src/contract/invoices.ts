/** Generating invoices, and their files (spec 2, sections 2.11, 4, 5 and 7). */

import { z } from 'zod'
import { receivedSchema } from '#domain/billing/invoice.ts'
import { invoiceMessages, periodSchema } from '#domain/billing/invoice-rules.ts'
import { WORD_FILE } from '#domain/media-types.ts'
import { decimalText } from '#domain/money.ts'
import { rateTypeIdSchema } from '#domain/rate-types.ts'
import { RUN_STATES } from '#domain/runs.ts'
import { instantSchema, localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, defineFile, id, languageId, queryFilterId, writerId } from './endpoint.ts'

/** The screen has no key of its own (DESIGN, section 4). */
const forAdministrators = access.roles('Administrators')

const optionSchema = z.object({ id, name: z.string() })

export const getBillingSchools = defineEndpoint({
  method: 'GET',
  path: '/api/billing/get-schools',
  summary: 'List the schools that can be invoiced: all that exist, and deleted ones that had sessions',
  access: forAdministrators,
  data: z.array(optionSchema),
})

export const getBillingStudents = defineEndpoint({
  method: 'GET',
  path: '/api/billing/get-students',
  summary: 'List the students of a school, including those who had sessions there',
  access: forAdministrators,
  query: z.object({ schoolId: queryFilterId }),
  data: z.array(optionSchema),
})

export const getBillingServices = defineEndpoint({
  method: 'GET',
  path: '/api/billing/get-services',
  summary: 'List the services that a school has rates or sessions for',
  access: forAdministrators,
  query: z.object({ schoolId: queryFilterId }),
  data: z.array(optionSchema),
})

/** Comma-joined ids; '' for all. It stays text, as it is sent: the client parses requests with the same schema. */
const joinedIds = z
  .string()
  .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
  .default('')

const selection = {
  languageId,
  schoolId: z.number({ error: invoiceMessages.school }).pipe(id),
  studentIds: joinedIds,
  serviceIds: joinedIds,
}

const lineSchema = z.object({
  serviceName: z.string(),
  rateTypeId: rateTypeIdSchema,
  from: localDateSchema,
  to: localDateSchema,
  quantity: decimalText,
  rate: decimalText,
  amount: decimalText,
})

const feeSchema = z.object({ percent: decimalText, base: decimalText, amount: decimalText })

export const previewInvoice = defineEndpoint({
  method: 'POST',
  path: '/api/billing/preview-invoice',
  summary: 'What an invoice would say if it were generated now',
  access: forAdministrators,
  onlyReads: true,
  body: periodSchema.safeExtend(selection),
  data: z.object({
    lines: z.array(lineSchema),
    subtotal: decimalText,
    fees: z.array(feeSchema),
    total: decimalText,
    /** Why it can't be generated, in words; null if it can. */
    refusal: z.string().nullable(),
    /** The numbers of the invoices that it would replace. */
    replaces: z.array(z.string()),
    /** Those of them that the school has; none if nothing has changed, since they stay then. */
    received: z.array(receivedSchema),
    /** Why it would replace them, in a sentence; '' if it would replace none. */
    reason: z.string(),
    /** It would say the same as the one that it would replace, also in its words. */
    isUnchanged: z.boolean(),
  }),
  replies: { 400: invoiceMessages.school, 404: invoiceMessages.schoolNotFound },
})

export const generateInvoice = defineEndpoint({
  method: 'POST',
  path: '/api/billing/generate-invoice',
  summary: "Issue an invoice for a school's approved work in a locked period; it replaces earlier ones for that work",
  access: forAdministrators,
  body: periodSchema.safeExtend({ ...selection, createdById: writerId }),
  data: z.object({
    id,
    invoiceNumber: z.string(),
    total: decimalText,
    /** For `downloadInvoicePdf` and `downloadInvoiceDoc`. */
    pdfPath: z.string(),
    docPath: z.string(),
    /** The numbers of the invoices that it replaces. */
    replaces: z.array(z.string()),
    /** If not, it was issued before and says the same to the letter. */
    isNew: z.boolean(),
  }),
  replies: {
    400: invoiceMessages.school,
    404: 'There is nothing to invoice, or no such school',
    409: 'The period is not locked, work has no rate or is on another invoice, or the earlier invoice is paid',
  },
})

const path = z.object({ path: z.string().regex(/^invoice-\d{1,9}\.(pdf|docx)$/, invoiceMessages.fileNotFound) })

export const downloadInvoicePdf = defineFile({
  path: '/api/billing/download-pdf/{path}',
  summary: 'An invoice as a PDF, the same each time',
  access: forAdministrators,
  params: path,
  contentType: 'application/pdf',
  replies: { 404: invoiceMessages.fileNotFound },
})

export const downloadInvoiceDoc = defineFile({
  path: '/api/billing/download-doc/{path}',
  summary: 'An invoice as a Word file, the same each time',
  access: forAdministrators,
  params: path,
  contentType: WORD_FILE,
  replies: { 404: invoiceMessages.fileNotFound },
})

const runSchema = z.object({
  id,
  startDate: localDateSchema,
  endDate: localDateSchema,
  state: z.enum(RUN_STATES),
  startedBy: z.string(),
  createdOnUtc: instantSchema,
  /** Schools in all, and those that are done. */
  total: z.int().nonnegative(),
  done: z.int().nonnegative(),
  issued: z.array(
    z.object({
      schoolName: z.string(),
      id,
      invoiceNumber: z.string(),
      total: decimalText,
      pdfPath: z.string(),
      docPath: z.string(),
      /** The numbers of the invoices that it replaces, and why, in a sentence; '' if none. */
      replaces: z.array(z.string()),
      /** Those of them, or of those that they replaced, that the school has. */
      received: z.array(receivedSchema),
      reason: z.string(),
    }),
  ),
  unchanged: z.int().nonnegative(),
  skipped: z.array(z.object({ schoolId: id, schoolName: z.string(), reason: z.string() })),
  /** Why it failed. */
  reason: z.string().nullable(),
})
export type InvoiceRun = z.output<typeof runSchema>

export const startInvoiceRun = defineEndpoint({
  method: 'POST',
  path: '/api/billing/start-invoice-run',
  summary: 'Generate the invoices of all schools for a locked period, where anything has changed',
  access: forAdministrators,
  body: periodSchema.safeExtend({ languageId, createdById: writerId }),
  data: runSchema,
  replies: { 404: 'There are no approved hours in the period', 409: 'It is not locked, or a run is under way' },
})

export const readInvoiceRun = defineEndpoint({
  method: 'POST',
  path: '/api/billing/invoice-run',
  summary: 'How far a run is; the latest one without an id',
  access: forAdministrators,
  onlyReads: true,
  body: z.object({ languageId, id: id.nullish() }),
  data: runSchema.nullable(),
  replies: { 404: invoiceMessages.runNotFound },
})

export const cancelInvoiceRun = defineEndpoint({
  method: 'POST',
  path: '/api/billing/cancel-invoice-run',
  summary: 'Stop a run after the school that it is at; invoices that were issued remain',
  access: forAdministrators,
  body: z.object({ languageId, id, updatedById: writerId }),
  data: runSchema,
  replies: { 404: invoiceMessages.runNotFound, 409: invoiceMessages.runOver },
})

export const endpoints = {
  getBillingSchools,
  getBillingStudents,
  getBillingServices,
  previewInvoice,
  generateInvoice,
  downloadInvoicePdf,
  downloadInvoiceDoc,
  startInvoiceRun,
  readInvoiceRun,
  cancelInvoiceRun,
}
