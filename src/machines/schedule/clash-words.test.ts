import { expect, test } from 'vitest'
import type { Clash } from '#contract/clashes.ts'
import { clashInWords } from './clash-words.ts'

const times = { startTime: '09:00', endTime: '09:45' }
const group = { ...times, occurrenceId: 3, title: 'Fluency', providerName: 'Ana Ruiz' }

test.each<[Clash, string]>([
  [
    { kind: 'providerSession', ...group, schoolName: 'Lincoln', studentNames: [] },
    'Ana Ruiz has Fluency at Lincoln, 9:00 AM-9:45 AM',
  ],
  [
    { kind: 'providerSession', ...group, schoolName: 'Lincoln', studentNames: ['Mia', 'Noah'] },
    'Ana Ruiz has Fluency at Lincoln, 9:00 AM-9:45 AM, also with Mia and Noah',
  ],
  [{ kind: 'studentSession', ...group, studentNames: ['Mia'] }, 'Mia has Fluency with Ana Ruiz, 9:00 AM-9:45 AM'],
  [
    {
      kind: 'studentSession',
      ...times,
      occurrenceId: null,
      title: null,
      providerName: null,
      studentNames: ['A', 'B', 'C'],
    },
    'A, B and C have a session with another provider, 9:00 AM-9:45 AM',
  ],
  [
    { kind: 'studentSession', ...group, studentNames: ['A', 'B', 'C', 'D'] },
    'A, B, C and D have Fluency with Ana Ruiz, 9:00 AM-9:45 AM',
  ],
  [
    { kind: 'studentSession', ...group, studentNames: ['A', 'B', 'C', 'D', 'E'] },
    'A, B, C and 2 more have Fluency with Ana Ruiz, 9:00 AM-9:45 AM',
  ],
  [
    { kind: 'studentSession', ...group, studentNames: ['Mia'], isWaiting: true },
    'Mia has Fluency with Ana Ruiz, 9:00 AM-9:45 AM, if a waiting change is approved',
  ],
  [{ kind: 'timeOff', ...times }, 'Accepted time off, 9:00 AM-9:45 AM'],
  [{ kind: 'document', documentType: 'CPR', expiryDate: null, sessions: 1 }, 'Required document missing: CPR'],
  [
    { kind: 'document', documentType: 'License', expiryDate: '2027-01-31', sessions: 3 },
    'Required document expired by then: License, valid until 01/31/2027 (this and 2 later sessions)',
  ],
  [{ kind: 'inactiveSchool', schoolName: 'Maple' }, 'Maple is inactive'],
  [
    { kind: 'studentLeft', studentName: 'Ana Núñez', status: 'elsewhere', schoolName: 'Maple' },
    'Ana Núñez is now at Maple',
  ],
  [{ kind: 'studentLeft', studentName: 'Ana Núñez', status: 'inactive', schoolName: 'Maple' }, 'Ana Núñez is inactive'],
  [{ kind: 'studentLeft', studentName: 'Ana Núñez', status: 'deleted', schoolName: 'Maple' }, 'Ana Núñez was deleted'],
  [{ kind: 'afterSchoolYear', schoolYearEndsOn: '2027-06-11' }, 'The school year ends on 06/11/2027'],
])('%o', (clash, words) => {
  expect(clashInWords(clash)).toBe(words)
})
