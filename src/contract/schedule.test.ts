import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from './failures.ts'
import { sessionHoursFromWire, sessionHoursToWire, storedTimesheetOf, timesheetSchema } from './schedule.ts'

const row = {
  id: 5,
  providerId: 7,
  providerName: 'Ana Ruiz',
  schoolId: 3,
  schoolName: 'Lincoln',
  colourCode: '#2266aa',
  date: '2026-03-03',
  startTime: '09:00',
  endTime: '11:30',
  isConfirmed: true,
  isApproved: 0,
  serviceId: null,
  serviceName: null,
  entityCacheKey: '2',
}

test('zero hours go by two other names on the wire', () => {
  const wire = { ...row, isBillable: true }
  expect(timesheetSchema.parse(wire)).toEqual({ ...row, isZeroHours: true })
  expect(z.encode(timesheetSchema, { ...row, isZeroHours: true })).toEqual(wire)
  expect(sessionHoursFromWire({ id: 1, isSubmitWithZeroHours: true })).toEqual({ id: 1, isZeroHours: true })
  expect(sessionHoursToWire({ id: 1, isZeroHours: false })).toEqual({ id: 1, isSubmitWithZeroHours: false })
})

test('a conflict tells the row that is stored, where the host sends it', () => {
  const stored = { ...row, isBillable: false, session: { id: 1, isTimesheetReq: true, entityCacheKey: '4' } }
  const { isBillable: _, ...told } = stored
  expect(storedTimesheetOf(new ApiError(409, 'Changed', [], stored))).toEqual({ ...told, isZeroHours: false })
  expect(storedTimesheetOf(new ApiError(409, 'Changed'))).toBeUndefined()
  expect(storedTimesheetOf(new ApiError(500, 'Broken', [], stored))).toBeUndefined()
})
