import { BILLING_PERIOD_STATES } from '#domain/billing/period.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { BillingPeriodFacts, billingPeriodMachine } from './billing-period.machine.ts'

const facts: Record<string, BillingPeriodFacts> = {
  'an administrator, every day approved': {
    by: 'Administrators',
    unapprovedDays: 0,
    invoices: 0,
    finalLatePay: 0,
    corrections: 0,
  },
  'an administrator, some days not approved': {
    by: 'Administrators',
    unapprovedDays: 2,
    invoices: 0,
    finalLatePay: 0,
    corrections: 0,
  },
  'an administrator, invoiced': {
    by: 'Administrators',
    unapprovedDays: 0,
    invoices: 1,
    finalLatePay: 0,
    corrections: 0,
  },
  'an administrator, paid later': {
    by: 'Administrators',
    unapprovedDays: 0,
    invoices: 0,
    finalLatePay: 1,
    corrections: 0,
  },
  'an administrator, a day corrected': {
    by: 'Administrators',
    unapprovedDays: 0,
    invoices: 0,
    finalLatePay: 0,
    corrections: 1,
  },
  'a provider': { by: 'Providers', unapprovedDays: 0, invoices: 0, finalLatePay: 0, corrections: 0 },
}

export const examples = {
  inputs: facts,
  stored: everyStored(BILLING_PERIOD_STATES, facts),
  cases: {
    'period.end': 'bare',
    'period.lock': { 'as it is': { isForced: false }, forced: { isForced: true } },
    'period.unlock': { 'with a reason': { reason: 'A correction' }, 'without a reason': { reason: ' ' } },
  },
} satisfies Examples<typeof billingPeriodMachine>
