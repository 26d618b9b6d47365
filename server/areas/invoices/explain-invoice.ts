/** Why an amount on an invoice is what it is: from what was frozen when it was issued, and from nothing else. */
import { eq } from 'drizzle-orm'
import type { Explanation } from '#contract/why.ts'
import { explainIssued } from '#domain/billing/explanation.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { readCorrectionsOf } from '#server/areas/billing/corrections-behind.ts'
import { NOBODY } from '#server/areas/billing/who-did.ts'
import type { Db } from '#server/db/database.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { Refusal } from '#server/http/refusal.ts'

/** @throws Refusal 404 */
export const explainInvoice = async (
  db: Db,
  { id, line: chosen }: { readonly id: number; readonly line: number | null },
): Promise<Explanation> => {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id))
  if (!invoice) throw new Refusal(404, invoiceMessages.notFound)
  const { schoolId, invoiceNumber, content } = invoice
  const { trace, school, money, period } = content
  const { lines, fees } = explainIssued(content)
  const shown = chosen === null ? lines : lines.slice(chosen, chosen + 1)
  const ofSchool = { schoolId, schoolName: school.name }
  return {
    amount: chosen === null ? content.total : (shown[0]?.line.amount ?? '0'),
    money,
    lines: shown.map(({ index, line, rows, exact, rounding }) => {
      const { serviceName, rateTypeId, from, to, quantity, rate, amount } = line
      const origin = trace?.lines[index] ?? { since: from, set: NOBODY }
      return {
        ...ofSchool,
        ...{ serviceName, rateTypeId, from, to, quantity, rate, amount, exact, rounding },
        ...origin,
        rows: rows.map(({ index: place, work, quantity, minutes, exact }) => {
          const { date, providerId, providerName, behind } = work
          const traced = trace?.work[place]
          return {
            ...{ date, providerId, providerName, quantity, minutes, exact },
            hours: traced?.hours ?? null,
            confirmed: traced?.confirmed ?? null,
            approved: traced?.approved ?? null,
            sessions: behind.map(({ occurrenceId, startTime, endTime }, at) => ({
              id: occurrenceId,
              title: traced?.titles[at] ?? '',
              ...{ startTime, endTime },
            })),
          }
        }),
      }
    }),
    pay: [],
    fees:
      chosen === null
        ? fees.map(({ index, fee, exact, rounding }) => ({
            ...ofSchool,
            ...{ ...fee, exact, rounding },
            ...(trace?.fees[index] ?? { since: period.startDate, set: NOBODY }),
          }))
        : [],
    locks: trace?.locks ?? [],
    // What came after is told, whatever the invoice says.
    corrections: await readCorrectionsOf(db, content.work),
    withoutRate: { minutes: 0, sessions: 0 },
    issued: {
      invoiceNumber,
      isTraced: trace !== undefined,
      reason: content.replacement?.reason ?? content.credits?.reason ?? '',
      replaces: content.replacement?.invoiceNumbers ?? [],
      credits: content.credits?.invoiceNumber ?? null,
    },
  }
}
