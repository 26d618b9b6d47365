/** Closing half-months, locking and unlocking, invoices, and exports of payroll. */
import { z } from 'zod'
import { lockOutPeriod, readCloseOut } from '#contract/billing.ts'
import { getCorrection, openCorrection } from '#contract/corrections.ts'
import { planPayrollExport } from '#contract/payroll-export.ts'
import { halfMonthAfter, halfMonthBefore, halfMonthOf, type Period } from '#domain/billing/period.ts'
import { addDays } from '#domain/time.ts'
import { invoiceRun } from '#server/areas/invoices/invoice-run.ts'
import type { PortalServices } from '#server/background.ts'
import type { Random } from '#server/seed/random.ts'
import { workOnJobs } from '../work-on-jobs.ts'
import { approveDays, confirmRows } from './hours-steps.ts'
import { defineSteps } from './step.ts'
import { accepted, FIRST_DAY, type World } from './world.ts'

const lockRow = z.object({ id: z.number(), startDate: z.string(), endDate: z.string() })
export type Lock = z.output<typeof lockRow>

export const readLocks = (world: World): Promise<Lock[]> =>
  world.read(
    lockRow,
    `select id, start_date::text as "startDate", end_date::text as "endDate" from lock_outs
     where unlocked_at is null order by start_date`,
  )

/** Half-months that are over, the earliest first. */
const past = (world: World): Period[] => {
  const periods: Period[] = []
  for (let next = halfMonthOf(addDays(FIRST_DAY, 1)); next.endDate < world.today; next = halfMonthAfter(next)) {
    periods.push(next)
  }
  return periods
}

const lock = async (world: World, period: Period, isForceFullLockOut: boolean): Promise<boolean> => {
  const reply = await world.call('administrator', 'lockOutPeriod', { body: { ...period, isForceFullLockOut } })
  if (!accepted(reply)) return false
  world.did({ did: 'lock', lockOut: lockOutPeriod.data.parse(reply.data).id, ...period })
  return true
}

/** Confirms, approves and locks the first half-month that is open, and moves on if none is over. */
const close = async (world: World, random: Random): Promise<void> => {
  const locks = await readLocks(world)
  const open = past(world).find(({ startDate }) => !locks.some((each) => each.startDate === startDate))
  if (!open) {
    world.goTo(addDays(halfMonthOf(world.today).endDate, random.int(1, 4)))
    return
  }
  await confirmRows(world, random, open.startDate, open.endDate)
  await approveDays(world, random, open.startDate, open.endDate)
  if (!(await lock(world, open, true))) return
  if (random.chance(0.5)) for (const schoolId of [1, 2, 3]) await invoice(world, schoolId, open)
  if (random.chance(0.5)) await exportPay(world, open)
}

const invoice = (world: World, schoolId: number, period: Period) =>
  world.call('administrator', 'generateInvoice', { body: { ...period, schoolId } })

const exportPay = async (world: World, period: Period): Promise<void> => {
  const plan = await world.call('administrator', 'planPayrollExport', { body: period })
  if (!accepted(plan)) return
  const { last, overlaps } = planPayrollExport.data.parse(plan.data)
  const confirmed = { lastId: last?.id ?? null, confirmedOverlaps: overlaps.map(({ id }) => id) }
  if (accepted(await world.call('administrator', 'exportPayroll', { body: { ...period, ...confirmed } }))) {
    world.did({ did: 'export payroll', ...period })
  }
}

const someLock = async (world: World, random: Random): Promise<Lock | undefined> => {
  const locks = await readLocks(world)
  return locks.length === 0 ? undefined : random.pick(locks)
}

const chooseRateType = async (world: World, random: Random): Promise<void> => {
  const { startDate, endDate } = random.pick([halfMonthOf(world.today), halfMonthBefore(halfMonthOf(world.today))])
  const reply = await world.call('administrator', 'readCloseOut', { body: { startDate } })
  if (!accepted(reply)) return
  const { unrated } = readCloseOut.data.parse(reply.data)
  if (unrated.length === 0) return
  const { providerId, schoolId, serviceId, choices } = random.pick(unrated)
  if (serviceId === null || choices.length === 0) return
  const chosen = { providerId, schoolId, serviceId, rateTypeId: random.pick(choices) }
  if (accepted(await world.call('administrator', 'setRateType', { body: { startDate, ...chosen } }))) {
    world.did({ did: 'choose a rate type', startDate, endDate, ...chosen })
  }
}

const lockedDayRow = z.object({ providerId: z.number(), date: z.string() })

/** Opens a locked day, confirms other hours, and approves or cancels the correction. */
const correctDay = async (world: World, random: Random): Promise<void> => {
  const days = await world.read(
    lockedDayRow,
    `select provider_id as "providerId", date::text as date from provider_days where state = 'locked' order by date, 1`,
  )
  if (days.length === 0) return
  const day = random.pick(days)
  const opened = await world.call('administrator', 'openCorrection', { body: { ...day, reason: 'The school called' } })
  if (!accepted(opened)) return
  const { id } = openCorrection.data.parse(opened.data)
  world.did({ did: 'open a correction', ...day })
  await confirmRows(world, random, day.date, day.date)
  const { entityCacheKey, hoursKey } = getCorrection.data.parse(
    (await world.call('administrator', 'getCorrection', { body: { id } })).data,
  )
  const isApproved =
    random.chance(0.7) &&
    accepted(await world.call('administrator', 'approveCorrection', { body: { id, entityCacheKey, hoursKey } }))
  if (isApproved) world.did({ did: 'approve a correction', ...day })
  else if (accepted(await world.call('administrator', 'cancelCorrection', { body: { id, entityCacheKey } }))) {
    world.did({ did: 'cancel a correction', ...day })
  }
}

const invoiceRow = z.object({ id: z.number(), schoolId: z.number(), version: z.string() })

const someInvoice = async (world: World, random: Random) => {
  const found = await world.read(
    invoiceRow,
    `select id, school_id as "schoolId", version::text as version from invoices where superseded_by_id is null order by id`,
  )
  return found.length === 0 ? undefined : random.pick(found)
}

/** Runs the invoices of all schools to the end, as the server's queue does. */
const runAll = async (world: World, period: Period): Promise<void> => {
  if (!accepted(await world.call('administrator', 'startInvoiceRun', { body: period }))) return
  const services: PortalServices = {
    db: world.database.db,
    clock: () => world.server.time,
    mail: undefined,
    links: undefined,
    documents: world.server.documentParts,
  }
  const worker = workOnJobs({ kinds: [invoiceRun], services, every: 5 })
  try {
    for (let state = 'running'; state === 'running'; ) {
      const reply = await world.call('administrator', 'readInvoiceRun')
      state = z.object({ state: z.string() }).parse(reply.data).state
    }
  } finally {
    await worker.stop(5_000)
  }
}

export const billingSteps = defineSteps({
  'let days pass': { calls: [], weight: 2, run: async (world, random) => world.passDays(random.int(1, 5)) },

  'close a half-month': {
    calls: ['updateSchoolTime', 'approveScheduleEvents', 'lockOutPeriod', 'generateInvoice', 'exportPayroll'],
    weight: 3,
    run: close,
  },

  'lock boundary days': {
    calls: ['lockOutPeriod'],
    weight: 0.5,
    run: async (world, random) => {
      const { startDate, endDate } = random.pick([halfMonthOf(world.today), halfMonthBefore(halfMonthOf(world.today))])
      const [from, to] = random.pick([
        [startDate, startDate],
        [endDate, endDate],
        [startDate, endDate],
      ])
      await lock(world, { startDate: from ?? startDate, endDate: to ?? endDate }, random.chance(0.7))
    },
  },

  unlock: {
    calls: ['unlockPeriod'],
    run: async (world, random) => {
      const found = await someLock(world, random)
      if (!found) return
      const body = { id: found.id, reason: 'Wrong hours' }
      if (accepted(await world.call('administrator', 'unlockPeriod', { body })))
        world.did({ did: 'unlock', lockOut: found.id })
    },
  },

  'correct a day': {
    calls: ['openCorrection', 'updateSchoolTime', 'approveCorrection', 'cancelCorrection'],
    mayCorrect: true,
    run: correctDay,
  },

  'choose a rate type': { calls: ['setRateType'], mayRate: true, run: chooseRateType },

  'generate an invoice': {
    calls: ['generateInvoice'],
    weight: 1.5,
    run: async (world, random) => {
      const found = await someLock(world, random)
      if (!found) return
      const { startDate, endDate } = found
      const period = random.chance(0.8) ? { startDate, endDate } : { startDate, endDate: startDate }
      await invoice(world, random.int(1, 3), period)
    },
  },

  'generate all invoices': {
    calls: ['startInvoiceRun'],
    weight: 0.5,
    run: async (world, random) => {
      const found = await someLock(world, random)
      if (found) await runAll(world, { startDate: found.startDate, endDate: found.endDate })
    },
  },

  'cancel a run': {
    calls: ['startInvoiceRun', 'cancelInvoiceRun'],
    weight: 0.2,
    run: async (world, random) => {
      const found = await someLock(world, random)
      if (!found) return
      const { startDate, endDate } = found
      const reply = await world.call('administrator', 'startInvoiceRun', { body: { startDate, endDate } })
      if (!accepted(reply)) return
      const { id } = z.object({ id: z.number() }).parse(reply.data)
      await world.call('administrator', 'cancelInvoiceRun', { body: { id } })
    },
  },

  'mark an invoice': {
    calls: ['markInvoicePaid'],
    run: async (world, random) => {
      const found = await someInvoice(world, random)
      if (!found) return
      const paid = random.chance(0.6) ? { paidOn: world.today, reference: 'check' } : null
      await world.call('administrator', 'markInvoicePaid', {
        body: { id: found.id, paid, entityCacheKey: found.version },
      })
    },
  },

  'send invoices': {
    calls: ['sendInvoiceEmail', 'sendInvoices'],
    weight: 0.3,
    run: async (world, random) => {
      const found = await someInvoice(world, random)
      if (!found) return
      await world.call('administrator', 'sendInvoiceEmail', {
        body: { schoolId: found.schoolId, invoiceHistoryId: found.id },
      })
      const locked = await someLock(world, random)
      if (!locked) return
      const { startDate, endDate } = locked
      await world.call('administrator', 'sendInvoices', { body: { startDate, endDate } })
    },
  },

  'export payroll': {
    calls: ['exportPayroll'],
    mayExport: true,
    run: async (world, random) => {
      // Some before they are over.
      const found = random.chance(0.3) ? halfMonthOf(world.today) : await someLock(world, random)
      if (found) await exportPay(world, { startDate: found.startDate, endDate: found.endDate })
    },
  },
})
