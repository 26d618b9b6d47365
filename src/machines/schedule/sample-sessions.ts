/** Sample sessions and timesheet rows for tests and examples. */

import type { Clash } from '#contract/clashes.ts'
import type { ApprovedDate, CalendarEvent, DayListing, Timesheet } from '#contract/schedule.ts'
import { toWire } from '#contract/schedule-event-payload.ts'
import type { ChangedSessions, StoredSession } from '#contract/session-form.ts'
import type { SessionPreview } from '#contract/session-preview.ts'
import type { WaitingVersion } from '#contract/waiting-version.ts'
import { emptySessionForm, type SessionForm } from '#domain/session-form.ts'

export const sampleEvent = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 1,
  scheduleEventId: 10,
  title: 'Speech group',
  eventDate: '2026-03-03',
  eventWeekDay: 'Tuesday',
  eventStartTime: '09:00',
  eventEndTime: '09:45',
  startDateTimeUtc: '2026-03-03T15:00:00Z',
  endDateTimeUtc: '2026-03-03T15:45:00Z',
  providerId: 7,
  providerName: 'Ana Ruiz',
  schoolId: 3,
  schoolName: 'Lincoln Elementary',
  colourCode: '#90EE90',
  homePageColourCode: '#2266aa',
  scheduleEventMode: 2,
  studentsCount: 2,
  isRecurring: true,
  isApproved: 0,
  isEdited: false,
  entityCacheKey: 'a',
  ...change,
})

export const sampleListing = (change: Partial<DayListing> = {}): DayListing => ({
  ...sampleEvent(),
  scheduleEventRecurrenceId: 1,
  trackingLabels: '',
  trackingFeedback: '',
  caseloadIds: [],
  ...change,
})

export const sampleTimesheet = (change: Partial<Timesheet> = {}): Timesheet => ({
  id: 0,
  providerId: 7,
  providerName: 'Ana Ruiz',
  schoolId: 3,
  schoolName: 'Lincoln Elementary',
  colourCode: '#2266aa',
  date: '2026-03-03',
  startTime: '09:00',
  endTime: '11:30',
  isZeroHours: false,
  isConfirmed: false,
  isApproved: 0,
  serviceId: 3,
  serviceName: 'Speech therapy',
  entityCacheKey: 'a',
  ...change,
})

export const sampleApproval = (change: Partial<ApprovedDate> = {}): ApprovedDate => ({
  providerId: 7,
  approvedDate: '2026-03-03',
  approvedStatus: 'Approved',
  isApproved: 1,
  isConfirmed: false,
  ...change,
})

/** A completed form. */
export const sampleForm = (): SessionForm => {
  const { recurrence: _, ...form } = emptySessionForm({ date: '2026-03-03' })
  return {
    ...form,
    eventName: 'Speech group',
    providerId: 7,
    schoolId: 1,
    serviceId: 10,
    rateTypeId: 1,
    rule: { type: 'none' },
    endDate: '2026-03-03',
  }
}

/** The occurrence of `sampleEvent`, as loaded into its form. */
export const sampleStoredSession = (change: Partial<StoredSession> = {}): StoredSession => {
  const { id, scheduleEventId, title, eventDate, eventStartTime, eventEndTime, schoolId, entityCacheKey } =
    sampleEvent()
  const form: SessionForm = {
    ...emptySessionForm({ date: eventDate, startTime: eventStartTime, endTime: eventEndTime }),
    eventName: title,
    schoolId,
    serviceId: 10,
    caseloadIds: [4],
    rule: { type: 'none' },
    endDate: eventDate,
  }
  return {
    ...toWire(form, { userId: 1, id }),
    scheduleEventId,
    scheduleEventRecurrenceId: id,
    isEventPassed: false,
    readOnlyReason: null,
    entityCacheKey,
    ...change,
  }
}

export const sampleChanged = (change: Partial<ChangedSessions> = {}): ChangedSessions => ({
  created: 0,
  changed: 0,
  removed: 0,
  leftAlone: { approved: 0, locked: 0, expired: 0, editedAlone: 0 },
  isPending: false,
  ...change,
})

/** A preview of one new session with clashes. */
export const samplePreview = (clashes: Clash[] = []): SessionPreview => ({
  counts: sampleChanged({ created: 1 }),
  changes: [],
  dates: [{ what: 'created', date: '2026-11-24', clashes }],
})

export const sampleWaiting: WaitingVersion = {
  key: 'asked first',
  requestedBy: 'Ana Ruiz',
  requestedAtUtc: '2026-03-01T15:00:00.000Z',
  changes: ['the time (9:00 AM-9:45 AM to 10:00 AM-10:45 AM)'],
}
