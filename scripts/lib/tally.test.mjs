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

test('lists a test that failed, or passed only when retried, with its first error and its own line', () => {
  const failureMessages = [
    `Error: locator.waitFor: Timeout 45000ms exceeded.
Call log:
  - waiting for getByText('Saved')

    at node:internal/process:1:1
    at wait (/checkout/node_modules/vitest/dist/chunk.js:7:1)
    at save (/checkout/tests/s.test.ts:3:9)
    at /checkout/tests/s.test.ts:20:3`,
    'Error: the second time',
  ]
  const reason = `
    Error: locator.waitFor: Timeout 45000ms exceeded.
    Call log:
      - waiting for getByText('Saved')
    at save (tests/s.test.ts:3:9)`
  const flaky = { ...result('signs in', 'passed', 'session'), failureMessages }
  const broken = { ...result('signs out', 'failed', 'session'), failureMessages }
  expect(tally({ testResults: [file('tests/s.test.ts', 'failed', [flaky, broken])] }, '/checkout')).toMatchObject({
    passed: 1,
    failed: 1,
    retried: [`tests/s.test.ts: session signs in${reason}`],
    failures: [`tests/s.test.ts: session signs out${reason}`],
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
