import { expect, test } from 'vitest'
import { tally } from './tally.mjs'

const file = (name, status, tests, message = '') => ({
  name: `/checkout/${name}`,
  status,
  message,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: tests,
})
const result = (title, status, ...ancestorTitles) => ({
  ancestorTitles,
  title,
  fullName: [...ancestorTitles, title].join(' '),
  status,
})

test('counts tests, lists failures and groups skipped tests', () => {
  const report = {
    testResults: [
      file('src/a.test.ts', 'failed', [result('adds', 'passed', 'sum'), result('subtracts', 'failed', 'sum')]),
      file('server/db.test.ts', 'passed', [
        result('reads', 'passed', 'PGlite'),
        result('reads', 'skipped', 'PostgreSQL'),
        result('writes', 'pending', 'PostgreSQL'),
        result('later', 'todo'),
      ]),
    ],
  }
  expect(tally(report, '/checkout')).toEqual({
    passed: 2,
    failed: 1,
    failures: ['src/a.test.ts: sum subtracts'],
    skipped: ['server/db.test.ts: PostgreSQL (2)', 'server/db.test.ts (1)'],
    retried: [],
    files: [
      { name: 'src/a.test.ts', seconds: 2.5 },
      { name: 'server/db.test.ts', seconds: 2.5 },
    ],
  })
})

test('counts a file that fails without a failed test as one failure', () => {
  const report = { testResults: [file('src/b.test.ts', 'failed', [], 'Cannot find module\n  at b.ts:1')] }
  expect(tally(report, '/checkout')).toEqual({
    passed: 0,
    failed: 1,
    failures: ['src/b.test.ts: Cannot find module'],
    skipped: [],
    retried: [],
    files: [{ name: 'src/b.test.ts', seconds: 2.5 }],
  })
})

test('counts a file whose hook failed after its tests passed as one failure', () => {
  const report = { testResults: [file('src/c.test.ts', 'failed', [result('works', 'passed')], 'afterAll broke')] }
  expect(tally(report, '/checkout')).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['src/c.test.ts: afterAll broke'],
  })
})

test('lists a test that passed only when retried, with its first error', () => {
  const flaky = { ...result('signs in', 'passed', 'session'), failureMessages: ['Error: socket hang up\n  at s.ts:1'] }
  expect(tally({ testResults: [file('tests/s.test.ts', 'passed', [flaky])] }, '/checkout')).toMatchObject({
    passed: 1,
    failed: 0,
    retried: ['tests/s.test.ts: session signs in: Error: socket hang up'],
  })
})

test('counts nothing without a report', () => {
  expect(tally(undefined, '/checkout')).toEqual({
    passed: 0,
    failed: 0,
    failures: [],
    skipped: [],
    retried: [],
    files: [],
  })
})
