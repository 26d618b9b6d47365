import { describe, expect, test } from 'vitest'
import { api, type EndpointName } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const by = { createdById: 1, languageId: 1 }
const updatedBy = { updatedById: 1, languageId: 1 }
const contact = {
  personName: 'Ann',
  phoneNumber: '555-0100',
  designation: 'Principal',
  emailAddress: 'ann@lincoln.edu',
}
const school = {
  name: 'Lincoln',
  countryId: 1,
  stateId: 1,
  cityId: 1,
  addressLine1: '1 Main St',
  zipCode: '10001',
  schoolContacts: [contact],
}
const range = { languageId: 1, fromDateTime: '2026-11-20', toDateTime: '2026-11-20' }
const scope = { keywords: '', schoolId: 0, providerId: 0 }
const feedback = { id: 1, ...updatedBy, trackingLabels: 'A,B', trackingFeedback: '' }
const pto = { requestedDate: '2026-11-23', startTime: '08:00', endTime: '09:00', reason: 'Dentist' }
const row = { id: 0, languageId: 1, providerId: 1, schoolId: 1, eventDate: '2026-11-20', serviceId: 1 }
const rate = { schoolId: 1, serviceId: 1, rateTypeId: 1, rate: 85.5, createdById: 1, updatedById: 1, languageId: 1 }
const student = { studentName: 'Eli', gender: 'Male', schoolId: 1, caseloadFrequencies: [{ serviceTypeId: 1 }] }

/** Bodies with exactly the fields that the spec names (section 7 of its three parts). */
const bodies: [EndpointName, unknown][] = [
  ['signIn', { languageId: 1, username: 'a@b.org', password: 'x', rememberme: false }],
  ['signInAuthenticatedGmailUser', { languageId: 1, email: 'a@b.org' }],
  ['refreshToken', { languageId: 1, userid: 1, email: 'a@b.org' }],
  ['getRoleAccess', { languageId: 1, id: 1 }],
  ['searchPermissions', { languageId: 1, isActive: true, pageIndex: 1, module: '', pageSize: 10, sortColId: 1 }],
  [
    'updateRoleMappings',
    { id: 1, isActive: true, userPermissionRoleMappingList: [{ id: 2, name: 'Providers', isActive: true }] },
  ],
  ['getScheduleEventPageLoadLists', { languageId: 1 }],
  ['editScheduleEventRecurrenceById', { languageId: 1, id: 1, isEdit: true }],
  ['editScheduleEventById', { languageId: 1, id: 1, isEdit: true }],
  ['getScheduleEventsPerDay', { ...range, ...scope, studentId: 0 }],
  ['getWeeklyScheduleEvents', { ...range, ...scope, studentIds: '' }],
  ['getScheduleEvents', { ...range, ...scope, studentIds: '', createdById: 1, isScheduleCreater: false }],
  ['getScheduleEventById', { id: 1, languageId: 1 }],
  ['updateRecurrenceFeedback', feedback],
  ['updateEventNote', feedback],
  ['updateRecurrenceStudentFeedback', feedback],
  ['updateStudentNote', feedback],
  [
    'updateSchoolTime',
    { ...row, startTime: '08:00', endTime: '09:00', updatedById: 1, isBillable: false, isConfirmClicked: true },
  ],
  ['deleteSchoolTime', row],
  ['getDayNote', { languageId: 1, id: 1, startDateTimeUtc: '2026-11-20T14:00:00Z' }],
  ['addDayNote', { languageId: 1, id: 1, startDateTimeUtc: '2026-11-20T14:00:00Z', dayNote: 'Fine' }],
  ['deleteStudentFromCaseload', { ...updatedBy, id: 1, scheduleEventRecurrenceId: 1 }],
  ['addCaseload', { ...by, id: 1, caseloadIds: [1], startDateTimeUtc: '2026-11-20T14:00:00Z' }],
  ['getEventsServiceTypes', { languageId: 1, date: '2026-11-20', schoolId: 1, providerId: 1, id: 0 }],
  [
    'updateTimesheet',
    { ...updatedBy, id: 1, startTime: '08:00', endTime: '09:00', isTimesheetReq: true, isSubmitWithZeroHours: false },
  ],
  ['approveScheduleEvents', { languageId: 1, scheduleEventRecurrence: [{ id: 1, recurrenceDate: '2026-11-20' }] }],
  ['approveScheduleEventRecurrence', { ...updatedBy, id: 1 }],
  ['rejectScheduleEventRecurrence', { ...updatedBy, id: 1 }],
  ['deleteScheduleEvents', { ...updatedBy, scheduleEventRecurrenceIds: [1] }],
  ['deleteScheduleEventSeries', { ...updatedBy, id: 1, fromDate: '2026-11-20' }],
  ['acceptPtos', { ...updatedBy, ids: '1,2' }],
  ['rejectPtos', { ...updatedBy, ids: '1,2', notes: 'No' }],
  ['createPto', { ...pto, providerId: 1, createdById: 1 }],
  ['updatePto', { ...pto, id: 1, updatedById: 1 }],
  ['withdrawPto', { languageId: 1 }],
  ['activateSchool', { Id: 1, IsActive: true, languageId: 1 }],
  ['saveSchoolProfile', school],
  [
    'saveSchoolProfile',
    { ...school, id: 0, schoolContacts: [{ ...contact, id: 0, isDeleted: false, schoolId: 0, ...by }] },
  ],
  [
    'saveSchoolBillingProfile',
    {
      ...{ schoolId: 1, adminFee: 5, adminFeeApplied: true, adminFeeEffectiveDate: null, furtureAdminFee: null },
      ...{ billingEmail: 'a@b.org', billingNote: '', updatedById: 1, createdById: 1, isAdminFeeChanged: false },
    },
  ],
  ['saveSchoolServiceRates', [rate]],
  ['saveSchoolServiceRates', [{ ...rate, id: 0 }]],
  ['saveSchoolServiceRates', [{ ...rate, id: 4, furtureServiceRate: 90, serviceRateEffectiveDate: '2027-01-01' }]],
  ['addService', { ...by, code: 'OT', description: 'Occupational Therapy' }],
  ['editService', { ...updatedBy, id: 1, code: 'OT', description: 'Occupational Therapy' }],
  ['deleteService', { ...updatedBy, id: 1 }],
  ['addTrackingLabel', { ...by, trackingLabel: 'A', description: 'Absent' }],
  ['updateTrackingLabel', { ...updatedBy, id: 1, trackingLabel: 'A', description: 'Absent' }],
  ['deleteTrackingLabel', { ...updatedBy, id: 1 }],
  ['getAllTrackingLabels', { languageId: 1 }],
  ['addStudentCaseload', { ...student, ...by }],
  ['editCaseload', { ...student, Id: 1, ...updatedBy }],
  ['deleteCaseload', updatedBy],
  ['downloadCaseloads', { languageId: 1 }],
  [
    'uploadDocument',
    {
      ...{ templateTypeId: '1', providerId: '1', title: 'License', documentName: 'License', hasExpiryDate: 'true' },
      ...{ expiryDate: '01/31/2027', expiryOn: '01/31/2027', originalFileName: 'a.pdf', uploadedFileName: 'a.pdf' },
      ...{ providerDocumentMastertId: '1', createdById: '1' },
    },
  ],
  ['deleteDocument', updatedBy],
]

describe('a body with the fields that the spec names is accepted', () => {
  test.each(bodies)('%s %j', (name, body) => {
    const endpoint: Endpoint = api[name]
    expect(endpoint.body.safeParse(body).error?.issues ?? []).toEqual([])
  })
})
