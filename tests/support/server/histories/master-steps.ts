/** Schools with their rates and fees, services, labels, students, the organization, and imports of all of them. */
import { z } from 'zod'
import type { EndpointName } from '#contract/api.ts'
import { getCaseload } from '#contract/caseloads.ts'
import { comingSessionsSchema } from '#contract/coming-sessions.ts'
import { importReportSchema } from '#contract/imports.ts'
import { getOrganization } from '#contract/organization.ts'
import { getSchool, getSchoolBillingProfile, getSchoolServiceRates } from '#contract/schools.ts'
import { getService } from '#contract/services.ts'
import { getMeaningChange, getTrackingLabel } from '#contract/tracking-labels.ts'
import { type Departure, fatesOf } from '#domain/coming-sessions.ts'
import { addDays } from '#domain/time.ts'
import type { Random } from '#server/seed/random.ts'
import type { TestReply } from '#tests/support/server/test-server.ts'
import { RATE_TYPES } from './schedule-steps.ts'
import { defineSteps } from './step.ts'
import { accepted, type World } from './world.ts'

const idRow = z.object({ id: z.number() })

/** No record has this id: calls for it are refused. */
const NOBODY = 0

export const someIdOf = async (
  world: World,
  random: Random,
  table: 'schools' | 'services' | 'tracking_labels' | 'students' | 'providers',
): Promise<number> => {
  const live = table === 'providers' ? '' : 'where deleted_at is null'
  const found = await world.read(idRow, `select id from ${table} ${live} order by id limit 8`)
  return found.length === 0 ? NOBODY : random.pick(found).id
}

/** Chooses among what the question about sessions to come offers; nothing if it was refused. */
const comingAnswer = (asked: TestReply, departure: Departure, random: Random) => {
  if (!accepted(asked)) return {}
  const { rows, key } = comingSessionsSchema.parse(asked.data)
  const choices = rows.map((row) => ({ key: row.key, fate: random.pick(fatesOf(departure, row)) }))
  return { comingSessions: { key, choices } }
}

/** With cents, or without. */
export const someRate = (random: Random): string =>
  random.chance(0.4) ? `${random.int(10, 200)}.00` : `${random.int(10, 200)}.${random.int(10, 99)}`

const ADDRESS = { addressLine1: '1 Main Street', countryId: 1, stateId: 1 }

const importRows = async (world: World, name: EndpointName, csv: string): Promise<void> => {
  const file = { name: 'rows.csv', bytes: csv }
  const check = await world.call('administrator', name, { file })
  if (!accepted(check)) return
  const { key } = importReportSchema.parse(check.data)
  await world.call('administrator', name, { file, body: { key, goodRowsOnly: true } })
}

const saveBilling = async (world: World, random: Random): Promise<void> => {
  const schoolId = await someIdOf(world, random, 'schools')
  const reply = await world.call('administrator', 'getSchoolBillingProfile', { query: { schoolId } })
  if (!accepted(reply)) return
  const profile = getSchoolBillingProfile.data.parse(reply.data)
  const isFeeChanged = profile.adminFeeApplied && random.chance(0.4)
  const planned = addDays(world.today, random.int(-3, 20))
  const fee = `${random.int(1, 20)}.${random.int(0, 9)}`
  const isFirst = !profile.isFeeLocked
  const isCorrected = profile.isFeeCorrectable && random.chance(0.25)
  const adminFeeApplied = random.chance(0.35) ? !profile.adminFeeApplied : profile.adminFeeApplied
  const adminFee = isFirst || isCorrected ? fee : profile.adminFee
  const adminFeeFrom =
    (isFirst || isCorrected) && random.chance(0.6) ? addDays(world.today, random.int(-30, 10)) : profile.adminFeeFrom
  const lastDay = random.chance(0.5) ? addDays(world.today, random.int(-20, 20)) : profile.feeLastDay
  const body = {
    ...profile,
    ...{ schoolId, adminFeeApplied },
    billingEmail: profile.billingEmail || `bills${schoolId}@school.example`,
    billingNote: random.chance(0.3) ? `Note ${random.int(1, 9)}` : profile.billingNote,
    ...{ adminFee, adminFeeFrom, isAdminFeeCorrected: isCorrected },
    adminFeeLastDay: adminFeeApplied ? '' : lastDay,
    ...(isFeeChanged && { isAdminFeeChanged: true, furtureAdminFee: fee, adminFeeEffectiveDate: planned }),
  }
  if (!accepted(await world.call('administrator', 'saveSchoolBillingProfile', { body }))) return
  const { isFeeLocked } = profile
  if (!adminFeeApplied) {
    if (isFeeLocked) world.did({ did: 'end the fee', schoolId, on: addDays(lastDay, 1) })
    return
  }
  world.did({ did: 'keep the fee', schoolId })
  const dated = { rate: adminFee, from: adminFeeFrom }
  if (isFirst) world.did({ did: 'charge a fee', schoolId, dated })
  else if (isCorrected) world.did({ did: 'correct the fee', schoolId, was: profile.adminFeeFrom, dated })
  if (isFeeChanged) {
    world.did({ did: 'plan a fee', schoolId, after: adminFeeFrom, dated: { rate: fee, from: planned } })
  }
}

const saveRates = async (world: World, random: Random): Promise<void> => {
  const schoolId = await someIdOf(world, random, 'schools')
  const reply = await world.call('administrator', 'getSchoolServiceRates', { query: { schoolId } })
  if (!accepted(reply)) return
  const { rates, entityCacheKey } = getSchoolServiceRates.data.parse(reply.data)
  const rows: object[] = []
  const stored = rates.length > 0 && random.chance(0.75) ? random.pick(rates) : undefined
  const { serviceId, rateTypeId } = stored ?? {
    serviceId: await someIdOf(world, random, 'services'),
    rateTypeId: random.pick(RATE_TYPES),
  }
  const rate = someRate(random)
  const added = { id: null, serviceId, rateTypeId, rate, effectiveDate: addDays(world.today, random.int(-40, 10)) }
  const from = addDays(world.today, random.int(0, 15))
  const what = stored ? random.int(1, 4) : 5
  if (stored && what <= 2) rows.push({ ...stored, isDeleted: true })
  if (what === 2 || what === 5) rows.push(added)
  if (stored && what > 2) {
    rows.push({ ...stored, isServiceRateChanged: true, furtureServiceRate: rate, serviceRateEffectiveDate: from })
  }
  const query = { schoolId, entityCacheKey }
  if (!accepted(await world.call('administrator', 'saveSchoolServiceRates', { query, body: rows }))) return
  const key = { schoolId, serviceId: serviceId ?? 0, rateTypeId: rateTypeId ?? 0 }
  if (what <= 2) world.did({ did: 'end a school rate', ...key, on: world.today })
  if (what === 2 || what === 5) world.did({ did: 'rate a school', ...key, dated: { rate, from: added.effectiveDate } })
  if (stored && what > 2) world.did({ did: 'plan a school rate', ...key, dated: { rate, from } })
}

export const masterSteps = defineSteps({
  "change a school's rates": { calls: ['saveSchoolServiceRates'], weight: 3, mayRate: true, run: saveRates },

  "change a school's fee": { calls: ['saveSchoolBillingProfile'], weight: 2, run: saveBilling },

  'add or rename a school': {
    calls: ['saveSchoolProfile'],
    run: async (world, random) => {
      const id = await someIdOf(world, random, 'schools')
      const reply = await world.call('administrator', 'getSchool', { query: { id } })
      if (!accepted(reply)) return
      const { profile, entityCacheKey } = getSchool.data.parse(reply.data)
      const named = { ...profile, ...ADDRESS, cityId: 1, zipCode: '62701', name: `School ${random.int(1, 999)}` }
      const stored = random.chance(0.8) ? { id, entityCacheKey } : {}
      await world.call('administrator', 'saveSchoolProfile', { body: { ...named, ...stored } })
    },
  },

  'deactivate or delete a school': {
    calls: ['activateSchool', 'getComingSessionsAtSchool', 'deleteSchool'],
    weight: 0.5,
    run: async (world, random) => {
      const id = await someIdOf(world, random, 'schools')
      const isActive = random.chance(0.5)
      if (random.chance(0.6)) {
        const asked = isActive
          ? undefined
          : await world.call('administrator', 'getComingSessionsAtSchool', { params: { id } })
        const answer = asked && comingAnswer(asked, 'deactivate', random)
        await world.call('administrator', 'activateSchool', { body: { Id: id, IsActive: isActive, ...answer } })
      } else await world.call('administrator', 'deleteSchool', { params: { id } })
    },
  },

  'add, rename or delete a service': {
    calls: ['addService', 'editService', 'deleteService'],
    run: async (world, random) => {
      const words = { code: `S${random.int(1, 999)}`, description: `Service ${random.int(1, 999)}` }
      if (random.chance(0.2)) {
        await world.call('administrator', 'addService', { body: words })
        return
      }
      const id = await someIdOf(world, random, 'services')
      if (random.chance(0.3)) {
        await world.call('administrator', 'deleteService', { body: { id } })
        return
      }
      const reply = await world.call('administrator', 'getService', { query: { id } })
      if (!accepted(reply)) return
      const { entityCacheKey } = getService.data.parse(reply.data)
      await world.call('administrator', 'editService', { body: { id, ...words, entityCacheKey } })
    },
  },

  'add, retype or delete a label': {
    calls: ['addTrackingLabel', 'getMeaningChange', 'updateTrackingLabel', 'deleteTrackingLabel'],
    run: async (world, random) => {
      const countsAs = random.int(1, 3)
      const words = { trackingLabel: `L${random.int(1, 999)}`, description: 'A label', countsAs }
      if (random.chance(0.2)) {
        await world.call('administrator', 'addTrackingLabel', { body: words })
        return
      }
      const id = await someIdOf(world, random, 'tracking_labels')
      if (random.chance(0.2)) {
        await world.call('administrator', 'deleteTrackingLabel', { body: { id } })
        return
      }
      const reply = await world.call('administrator', 'getTrackingLabel', { query: { id } })
      if (!accepted(reply)) return
      const label = getTrackingLabel.data.parse(reply.data)
      const renamed = random.chance(0.5) ? words : { ...label, countsAs }
      const change = await world.call('administrator', 'getMeaningChange', { query: { id, countsAs } })
      const { changed: pastSessions } = getMeaningChange.data.parse(change.data)
      await world.call('administrator', 'updateTrackingLabel', { body: { ...label, ...renamed, id, pastSessions } })
    },
  },

  'add, move or rename a student': {
    calls: ['addStudentCaseload', 'getComingSessionsOfStudent', 'editCaseload'],
    run: async (world, random) => {
      const therapistId = random.int(1, 3)
      const studentName = `Student ${random.int(1, 999)}`
      if (random.chance(0.2)) {
        const body = {
          studentName,
          schoolId: random.int(1, 3),
          therapistId,
          caseloadFrequencies: [{ serviceTypeId: 1 }],
        }
        await world.call('administrator', 'addStudentCaseload', { body })
        return
      }
      const id = await someIdOf(world, random, 'students')
      const reply = await world.call('administrator', 'getCaseload', { params: { id } })
      if (!accepted(reply)) return
      const student = getCaseload.data.parse(reply.data)
      const schoolId = random.chance(0.3) ? random.int(1, 3) : student.schoolId
      const { entityCacheKey } = student
      const body = { id, studentName, schoolId, therapistId, entityCacheKey }
      const query = { departure: 'move', schoolId: String(schoolId) }
      const asked = await world.call('administrator', 'getComingSessionsOfStudent', { params: { id }, query })
      await world.call('administrator', 'editCaseload', { body: { ...body, ...comingAnswer(asked, 'move', random) } })
    },
  },

  'deactivate or delete a student': {
    calls: ['changeCaseloadStatus', 'deactivateCaseload', 'deleteCaseload'],
    weight: 0.5,
    run: async (world, random) => {
      const id = await someIdOf(world, random, 'students')
      if (random.chance(0.4)) {
        const query = { isActive: String(random.chance(0.6)) }
        await world.call('administrator', 'changeCaseloadStatus', { params: { id }, query })
        return
      }
      const departure = random.pick(['deactivate', 'delete'] as const)
      const asked = await world.call('administrator', 'getComingSessionsOfStudent', {
        params: { id },
        query: { departure },
      })
      const call = departure === 'delete' ? 'deleteCaseload' : 'deactivateCaseload'
      await world.call('administrator', call, { params: { id }, body: comingAnswer(asked, departure, random) })
    },
  },

  'change the organization': {
    calls: ['saveOrganization'],
    weight: 0.5,
    run: async (world, random) => {
      const reply = await world.call('administrator', 'getOrganization')
      if (!accepted(reply)) return
      const settings = getOrganization.data.parse(reply.data)
      const currency = random.chance(0.3) ? random.pick(['USD', 'JPY', 'EUR']) : settings.currency
      const words = { name: `District ${random.int(1, 99)}`, paymentTerms: random.int(0, 60) }
      await world.call('administrator', 'saveOrganization', { body: { ...settings, ...words, currency } })
    },
  },

  import: {
    calls: ['importServices', 'importSchools', 'importCaseloads'],
    mayRate: true,
    weight: 0.5,
    run: async (world, random) => {
      const n = random.int(1, 999)
      await importRows(world, 'importServices', `Service Code,Description\nI${n},Imported ${n}\n`)
      await importRows(
        world,
        'importSchools',
        'School Name,Address Line 1,Country,State,City,Zipcode,Service,Rate Type,Rate,Effective Date\n' +
          `Imported ${n},1 Main,United States,IL,Springfield,62701,OT,Hourly,50,${addDays(world.today, -30)}\n`,
      )
      await importRows(world, 'importCaseloads', `School Name,Student Name\nLincoln,Imported ${n}\n`)
    },
  },
})
