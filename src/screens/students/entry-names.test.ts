import { expect, test } from 'vitest'
import { entryNames } from './entry-names.ts'

const entry = (studentId: number, studentName: string, duration = '30 minutes') => ({
  studentId,
  studentName,
  serviceFrequency: '2 times',
  eventFrequency: 'Weekly',
  duration,
})

test('a student who is in a session twice is named with the frequency', () => {
  expect(entryNames([entry(1, 'Ana Núñez'), entry(2, 'Bo Li'), entry(1, 'Ana Núñez', '45 minutes')])).toEqual([
    'Ana Núñez, 2 times weekly, 30 minutes',
    'Bo Li',
    'Ana Núñez, 2 times weekly, 45 minutes',
  ])
})

test('two equal frequencies are numbered', () => {
  expect(entryNames([entry(1, 'Ana Núñez'), entry(1, 'Ana Núñez')])).toEqual([
    'Ana Núñez, 2 times weekly, 30 minutes, 1 of 2',
    'Ana Núñez, 2 times weekly, 30 minutes, 2 of 2',
  ])
})
