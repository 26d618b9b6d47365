/** Invoices for tests, written as they are issued, without the work behind them. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { InvoiceContent } from '#domain/billing/invoice.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { PEOPLE } from './test-server.ts'

type Stored = typeof invoices.$inferInsert

/** An invoice of Lincoln for the first half of November, issued on November 20, with the work of Paul. */
export interface IssuedInvoice extends Partial<Pick<Stored, 'startDate' | 'endDate' | 'issuedOn' | 'dueOn'>> {
  readonly number: number
  readonly schoolId?: number
  readonly total?: string
  readonly amountDue?: string
  /** It is a credit note, which takes this invoice back. */
  readonly credits?: { readonly id: number; readonly invoiceNumber: string }
  readonly by?: readonly string[]
  readonly paidOn?: LocalDate
  readonly paidReference?: string
}

const workOf = (providerName: string): InvoiceContent['work'][number] => ({
  line: 0,
  date: '2026-11-03',
  providerId: 1,
  providerName,
  rateId: 1,
  hundredths: 100,
  sessions: 1,
  days: 1,
  behind: [],
})

/** @returns its id */
export const addInvoice = async ({ db }: Database, invoice: IssuedInvoice): Promise<number> => {
  const { number, schoolId = 1, total = '100.00', by = ['Paul Provider'], issuedOn = '2026-11-20' } = invoice
  const { amountDue = total, credits } = invoice
  const { startDate = '2026-11-01', endDate = '2026-11-15', dueOn = addDays(issuedOn, 30) } = invoice
  const [school] = await db.select().from(schools).where(eq(schools.id, schoolId))
  const content: InvoiceContent = {
    money: { currency: 'USD', locale: 'en-US' },
    issuer: { name: 'Test District', address: [], phone: '', email: '', remitTo: [], logoId: null },
    school: { name: school?.name ?? '', address: [], contact: null, billingEmail: '' },
    note: '',
    terms: 30,
    period: { startDate, endDate },
    students: [],
    services: [],
    lines: [],
    subtotal: total,
    fees: [],
    total,
    annexStudents: 'initials',
    work: by.map(workOf),
    ...(credits && { credits: { invoiceNumber: credits.invoiceNumber, reason: '' } }),
  }
  const [added] = await db
    .insert(invoices)
    .values({
      number,
      invoiceNumber: `${credits ? 'CN' : 'INV'}-${String(number).padStart(5, '0')}`,
      schoolId,
      startDate,
      endDate,
      studentIds: [],
      serviceIds: [],
      content,
      total,
      amountDue,
      issuedOn,
      dueOn,
      ...(credits && { kind: 'credit' as const, creditsId: credits.id }),
      issuedById: PEOPLE.Administrators.userId,
      issuedAt: new Date(`${issuedOn}T15:00:00Z`),
      ...(invoice.paidOn !== undefined && { paidOn: invoice.paidOn, paidReference: invoice.paidReference ?? '' }),
    })
    .returning({ id: invoices.id })
  return added?.id ?? 0
}

/** Replaces one invoice by another. */
export const supersede = ({ db }: Database, id: number, by: number) =>
  db
    .update(invoices)
    .set({ supersededById: by, supersededAt: new Date('2026-11-20T15:00:00Z') })
    .where(eq(invoices.id, id))

/** A sending that ended, or waits. */
export const addDelivery = async (
  { db }: Database,
  invoiceId: number,
  state: 'queued' | 'sent' | 'failed',
  reason: string | null = null,
): Promise<void> => {
  await db.insert(invoiceDeliveries).values({
    invoiceId,
    jobId: randomUUID(),
    recipient: 'billing@lincoln.example',
    state,
    reason,
    createdAt: new Date('2026-11-20T15:00:00Z'),
    createdById: PEOPLE.Administrators.userId,
    endedAt: state === 'queued' ? null : new Date('2026-11-20T15:01:00Z'),
  })
}

export const setBillingEmail = ({ db }: Database, schoolId: number, billingEmail: string) =>
  db
    .insert(schoolBillingProfiles)
    .values({ schoolId, billingEmail })
    .onConflictDoUpdate({ target: schoolBillingProfiles.schoolId, set: { billingEmail } })
