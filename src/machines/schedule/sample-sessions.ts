/** For tests: sessions and rows as the contract has them. */
import type { ApprovedDate, CalendarEvent, DayListing, Timesheet } from '#contract/schedule.ts'

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
  isBillable: false,
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
  ...change,
})
