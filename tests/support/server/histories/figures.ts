/** The figures of locked periods, as the portal shows them, without the words beside them. */
import { z } from 'zod'
import type { EndpointName } from '#contract/api.ts'
import { readCloseOut } from '#contract/billing.ts'
import { previewInvoice } from '#contract/invoices.ts'
import { planPayrollExport } from '#contract/payroll-export.ts'
import { isHalfMonth, type Period } from '#domain/billing/period.ts'
import { accepted, type World } from './world.ts'

/** By name: 'invoice of school 1, total' is '220.00'. */
export type Figures = ReadonlyMap<string, string>

export const SCHOOLS = [1, 2, 3]
const PROVIDERS = [1, 2, 3]

const closeOutOf = async (world: World, period: Period, figures: Map<string, string>): Promise<void> => {
  if (!isHalfMonth(period)) return
  const reply = await world.call('administrator', 'readCloseOut', { body: { startDate: period.startDate } })
  const { schools, providers, unrated, leftOut } = readCloseOut.data.parse(reply.data)
  for (const { id, amount } of schools) if (Number(amount) !== 0) figures.set(`Close Out, school ${id}`, amount)
  for (const { id, amount } of providers) if (Number(amount) !== 0) figures.set(`Close Out, provider ${id}`, amount)
  for (const { providerId, schoolId, serviceId, from, to, sessions } of unrated) {
    const name = `unrated, provider ${providerId} at ${schoolId}, service ${serviceId}`
    figures.set(name, `${sessions} sessions from ${from} to ${to}`)
  }
  figures.set('Close Out, left out', JSON.stringify(leftOut))
}

const invoicesOf = async (world: World, period: Period, figures: Map<string, string>): Promise<void> => {
  for (const schoolId of SCHOOLS) {
    const reply = await world.call('administrator', 'previewInvoice', { body: { ...period, schoolId } })
    const { lines, subtotal, fees, total } = previewInvoice.data.parse(reply.data)
    for (const [index, { rateTypeId, from, to, quantity, rate, amount }] of lines.entries()) {
      const line = `invoice of school ${schoolId}, line ${index + 1}`
      figures.set(line, `${from} to ${to}: ${quantity} at ${rate} (type ${rateTypeId}) = ${amount}`)
    }
    for (const { percent, base, amount } of fees) {
      figures.set(`invoice of school ${schoolId}, fee of ${percent}%`, `on ${base} = ${amount}`)
    }
    figures.set(`invoice of school ${schoolId}`, `${subtotal}, with fees ${total}`)
  }
}

const isFigure = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && !/[a-z]/i.test(value))

/** The rows of a report, without their words; in an order of their own, since words decide about theirs. */
const reportRows = async (
  world: World,
  {
    who = 'administrator' as 'administrator' | number,
    name,
    body,
  }: { who?: 'administrator' | number; name: EndpointName; body: object },
): Promise<string[]> => {
  const reply = await world.call(who, name, { body: { ...body, pageIndex: 1, pageSize: 100 } })
  if (!accepted(reply)) return []
  const page = z.record(z.string(), z.unknown()).parse(reply.data)
  const rows = z.array(z.record(z.string(), z.unknown())).parse(Object.values(page).find(Array.isArray))
  return rows
    .map((row) => Object.entries(row).filter(([, value]) => isFigure(value)))
    .map((row) => row.map(([key, value]) => `${key} ${value}`).join(', '))
    .sort()
}

const ZERO_PAY = /grossPTO 0(\.00)?, pto 0, grossBase 0(\.00)?, hours 0/

const payOf = async (world: World, period: Period, figures: Map<string, string>): Promise<void> => {
  const body = { fromDateTime: period.startDate, toDateTime: period.endDate }
  const rows = await reportRows(world, { name: 'getPayrollRecords', body })
  // Every employed provider has a row, even an empty one.
  for (const [index, row] of rows.filter((text) => !ZERO_PAY.test(text)).entries())
    figures.set(`payroll ${index + 1}`, row)
  const reply = await world.call('administrator', 'planPayrollExport', { body: period })
  const { gross, last } = planPayrollExport.data.parse(reply.data)
  figures.set('payroll export, gross', gross)
  for (const { providerId, before, after } of last?.changes ?? []) {
    figures.set(`payroll export, changed since, provider ${providerId}`, `${before} to ${after}`)
  }
}

const reportsOf = async (world: World, period: Period, figures: Map<string, string>): Promise<void> => {
  const body = { fromDateTime: period.startDate, toDateTime: period.endDate }
  const all: { name: EndpointName; who?: number; body: object }[] = [
    { name: 'getProviderDetailRecords', body },
    ...PROVIDERS.map((who) => ({ name: 'getHoursRecords' as const, who, body })),
    ...SCHOOLS.map((schoolId) => ({ name: 'getSchoolRecords' as const, body: { ...body, schoolId } })),
  ]
  for (const report of all) {
    for (const [index, row] of (await reportRows(world, report)).entries()) {
      figures.set(`${report.name} ${JSON.stringify({ ...report.body, who: report.who })} ${index + 1}`, row)
    }
  }
}

export const readFigures = async (world: World, period: Period): Promise<Figures> => {
  const figures = new Map<string, string>()
  await Promise.all([closeOutOf, invoicesOf, payOf, reportsOf].map((read) => read(world, period, figures)))
  return figures
}

/** What differs, a line each. */
export const differences = (before: Figures, after: Figures): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'nothing'} -> ${after.get(name) ?? 'nothing'}`)
