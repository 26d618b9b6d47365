import { expect, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { isWrite } from './writes.ts'

const SPEC_1 = 'spec 1, section 7 names the body without a version; one that is sent is checked'
const SPEC_2 = 'spec 2, section 7 names the body without a version; one that is sent is checked'
const SPEC_3 = 'spec 3, section 7 names the body without a version; one that is sent is checked'
const ADDS = 'adds records'
const DELETES = 'deletes the record, whatever someone else changed in it; the spec names the body without a version'
const REVOKES = 'ends a link, which has nothing else to change and no version'
const SETS_STATUS = 'sets one value, which does not depend on what was there'
const BY_STATE = 'a lifecycle decides whether the record may change; there is nothing else to overwrite'
const BY_TEXT = 'compares `seen`, the text that the caller read: docs/decisions/what-the-wire-leaves-open.md'
const BY_PREVIEW = 'needs `seen`, which the preview gives: of every record, or of the whole'
const OWN = 'belongs to one person'

/** Calls that change records and work without a version, and why: docs/decisions/versions-of-records.md. */
const withoutVersion: Partial<Record<EndpointName, string>> = {
  updateRoleMappings: SPEC_1,
  deleteScheduleEvents: SPEC_2,
  deleteScheduleEventSeries: SPEC_2,
  approveScheduleEventRecurrence: SPEC_2,
  rejectScheduleEventRecurrence: SPEC_2,
  updateTimesheet: SPEC_2,
  updateSchoolTime: SPEC_2,
  deleteSchoolTime: SPEC_2,
  addDayNote: SPEC_2,
  updatePto: SPEC_2,
  acceptPtos: SPEC_2,
  rejectPtos: SPEC_2,
  saveSchoolProfile: SPEC_3,
  saveSchoolBillingProfile: SPEC_3,
  saveSchoolServiceRates: SPEC_3,
  editService: SPEC_3,
  updateTrackingLabel: SPEC_3,
  editCaseload: SPEC_3,
  updateProvider: SPEC_3,

  addScheduleEvent: ADDS,
  addCaseload: ADDS,
  createPto: ADDS,
  createPtos: ADDS,
  addService: ADDS,
  addTrackingLabel: ADDS,
  addStudentCaseload: ADDS,
  addProvider: ADDS,
  importServices: ADDS,
  importSchools: ADDS,
  importCaseloads: ADDS,
  importProviders: ADDS,
  createChartLink: ADDS,
  saveReport: ADDS,
  exportPayroll: ADDS,
  addTemplate: ADDS,

  deleteStudentFromCaseload: DELETES,
  deleteSchool: DELETES,
  deleteService: DELETES,
  deleteTrackingLabel: DELETES,
  deleteCaseload: DELETES,
  deleteReportDetails: OWN,
  cancelReportDetails: OWN,
  deleteSavedReport: OWN,
  saveMailChoices: OWN,
  revokeChartLink: REVOKES,
  unlinkIdentity: REVOKES,

  activateSchool: SETS_STATUS,
  changeCaseloadStatus: SETS_STATUS,
  deactivateCaseload: SETS_STATUS,
  uploadPtoHours: SETS_STATUS,
  uploadLogo: SETS_STATUS,
  removeLogo: SETS_STATUS,
  resetSignInMethods: SETS_STATUS,

  sendMailAgain: BY_STATE,
  uploadDocument: BY_STATE,
  deleteDocument: BY_STATE,
  restoreDocument: BY_STATE,
  askAcknowledgment: BY_STATE,
  withdrawAcknowledgment: BY_STATE,
  acceptDocument: BY_STATE,
  deleteMail: BY_STATE,
  approveScheduleEvents: BY_STATE,
  reopenDay: BY_STATE,
  openCorrection: BY_STATE,
  withdrawPto: BY_STATE,
  giveBackPtos: BY_STATE,
  keepPtos: BY_STATE,
  withdrawPtos: BY_STATE,
  lockOutPeriod: BY_STATE,
  setRateType: BY_STATE,
  unlockPeriod: BY_STATE,
  generateInvoice: BY_STATE,
  startInvoiceRun: BY_STATE,
  startLetterRun: ADDS,
  cancelInvoiceRun: BY_STATE,
  sendInvoiceEmail: BY_STATE,
  sendInvoices: BY_STATE,

  updateEventNote: BY_TEXT,
  updateRecurrenceFeedback: BY_TEXT,
  updateRecurrenceStudentFeedback: BY_TEXT,
  updateStudentNote: BY_TEXT,

  handOver: BY_PREVIEW,
  undoHandOver: BY_PREVIEW,
  undoProviderChange: BY_PREVIEW,
  approveProviderChange: BY_PREVIEW,
  rejectProviderChange: BY_STATE,
  withdrawProviderChange: BY_STATE,

  dismissNews: OWN,
  markNotificationsRead: OWN,
  markCategoryRead: OWN,
  endSession: 'a session has no version: it is live or ended',
  changePassword: 'needs the current password instead',
  passwordRecoveryConfirm: 'needs the token of a recovery link instead',
  resetProviderPassword: 'the last password set counts, and each is told to its owner',
  resendInvitation: 'only the newest link works',
  inviteProviders: BY_STATE,
  createCalendarFeed: OWN,
  revokeCalendarFeed: OWN,
}

const changes = (Object.entries(api) as [EndpointName, Endpoint][]).filter(([, endpoint]) => isWrite(endpoint))

const keysOf = (schema: z.ZodType, kind: 'properties' | 'required'): string[] => {
  const parts = z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).default([]) })
  const { data } = parts.safeParse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  if (!data) return []
  // Several records in one call, each with its version.
  const items = Object.values(data.properties).flatMap((property) => {
    const list = z.object({ items: parts }).safeParse(property).data?.items
    return list ? (kind === 'required' ? list.required : Object.keys(list.properties)) : []
  })
  return [...(kind === 'required' ? data.required : Object.keys(data.properties)), ...items]
}
const isVersion = (key: string) => /^entityCacheKeys?$/.test(key)
const hasVersion = ({ body, query }: Endpoint, kind: 'properties' | 'required') =>
  [...keysOf(body, kind), ...keysOf(query, kind)].some(isVersion)

test('a call that changes a record needs its version, with the exceptions listed', () => {
  const free = changes.filter(([, endpoint]) => !hasVersion(endpoint, 'required')).map(([name]) => name)
  expect(free.toSorted()).toEqual(Object.keys(withoutVersion).toSorted())
})

/** Calls that the spec does not name (section 7 of its three parts). */
const OUR_OWN: readonly EndpointName[] = [
  'importServices',
  'importSchools',
  'importCaseloads',
  'importProviders',
  'createChartLink',
  'revokeChartLink',
  'createCalendarFeed',
  'revokeCalendarFeed',
  'reopenDay',
  'explainHours',
  'rejectDays',
  'withdrawScheduleEventRecurrence',
  'changeUserRole',
  'activateUser',
]

test('a call of our own needs the version of the record it changes, unless there is none to overwrite', () => {
  const free = OUR_OWN.filter((name) => !hasVersion(api[name], 'required'))
  expect(free.filter((name) => ![ADDS, REVOKES, BY_STATE, OWN].includes(withoutVersion[name] ?? ''))).toEqual([])
})

test('where the spec names the body without a version, the call still takes one', () => {
  const named = changes.filter(([name]) => [SPEC_1, SPEC_2, SPEC_3].includes(withoutVersion[name] ?? ''))
  expect(named.filter(([, endpoint]) => !hasVersion(endpoint, 'properties')).map(([name]) => name)).toEqual([])
})
