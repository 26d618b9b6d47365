import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import { MASK, mask, shownOf, shownPath, withoutSecrets } from './mask.ts'
import type { ShownValue } from './watched.ts'

/** The value as plain text, without layout. */
const said = ({ text, entries, more }: ShownValue): string => {
  if (!entries) return text
  const inner = entries.map(({ key, value }) => `${key}: ${said(value)}`)
  return `${text}{${[...inner, ...(more === undefined ? [] : [`and ${more} more`])].join(', ')}}`
}
const shown = (value: unknown) => said(mask(value))

test('names, notes, addresses and all other text are masked at any depth', () => {
  const text = JSON.stringify(
    mask({
      type: 'event.open',
      student: { firstName: 'Maria', lastName: 'Lopez', notes: ['Maria was late', ''] },
      rows: [{ name: 'Lincoln Elementary', email: 'amara@district.example', status: 'Absent' }],
      byName: new Map([['Maria Lopez', { grade: '4' }]]),
      names: new Set(['Maria', 'Ben']),
      'Maria Lopez': 1,
      later: { 'ben@district.example': { nickname: 'Benny' } },
      failure: new ApiError(409, 'Maria Lopez already has a session', [{ path: 'students', message: 'Maria' }], {
        name: 'Maria',
      }),
      wrapped: new Error('Maria', { cause: new Error('Lopez') }),
      file: new File(['Maria'], 'Maria Lopez.pdf', { type: 'application/pdf' }),
      words: 'a view that nobody thought of',
    }),
  )
  for (const word of ['Maria', 'Lopez', 'Lincoln', 'amara', 'Ben', ' was ', 'nobody']) expect(text).not.toContain(word)
})

test('secrets of any type are masked', () => {
  expect(
    shown({
      password: 12345,
      accessToken: '2026-03-02',
      ssn: 123456789,
      secret: { type: 'week' },
      tokens: ['2026-03-02'],
    }),
  ).toBe(`{password: ${MASK}, accessToken: ${MASK}, ssn: ${MASK}, secret: ${MASK}, tokens: ${MASK}}`)
})

test('code identifiers, dates, times, numbers and booleans are shown', () => {
  expect(
    shown({
      type: 'date.change',
      view: 'week',
      status: 'pending',
      date: '2026-03-02',
      time: '09:30',
      at: '2026-03-02T15:00:00.000Z',
      when: new Date('2026-03-02T15:00:00Z'),
      hours: 2.5,
      providerId: 7,
      isBusy: true,
      nothing: null,
      missing: undefined,
      blank: '',
      days: { '2026-03-02': 1, 4: 2 },
    }),
  ).toBe(
    '{type: date.change, view: week, status: pending, date: 2026-03-02, time: 09:30, at: 2026-03-02T15:00:00.000Z, ' +
      'when: 2026-03-02T15:00:00.000Z, hours: 2.5, providerId: 7, isBusy: true, nothing: null, missing: undefined, ' +
      'blank: (empty), days: {4: 2, 2026-03-02: 1}}',
  )
})

test('personal numbers and dates are masked', () => {
  expect(shown({ birthDate: '2015-04-01', dob: new Date(), phone: 5551234, zip: '12345' })).toBe(
    `{birthDate: ${MASK}, dob: ${MASK}, phone: ${MASK}, zip: ${MASK}}`,
  )
})

test('a code identifier has to consist of known words', () => {
  expect(shown({ status: 'Maria Lopez', type: 'Ünal', view: 'a'.repeat(80) })).toBe(
    `{status: ${MASK}, type: ${MASK}, view: ${MASK}}`,
  )
  expect(shown({ kind: 'Maria', purpose: 'counseling', status: 'maria', field: 'lopez.maria', what: 'Session' })).toBe(
    `{kind: ${MASK}, purpose: ${MASK}, status: ${MASK}, field: ${MASK}, what: ${MASK}}`,
  )
  expect(shown({ purpose: 'editOccurrence', order: 'dateDown', contact: { type: 'maria.lopez' } })).toBe(
    `{purpose: editOccurrence, order: ${MASK}, ${MASK}: {type: ${MASK}}}`,
  )
})

test('dates and numbers under any other name are masked, whatever its spelling', () => {
  expect(
    shown({
      studentDob: '2015-04-01',
      dateOfBirth: '2015-04-01',
      birthday: '04:01',
      mobile: 5551234,
      homeNumber: 5551234,
      graduation: new Date('2026-06-20T00:00:00Z'),
      rate: 85,
      balanceHours: 12,
      hasDiagnosis: true,
      contacts: { mobile: [5551234], 0: 5551234 },
    }),
  ).toBe(
    `{studentDob: ${MASK}, dateOfBirth: ${MASK}, ${MASK}: ${MASK}, mobile: ${MASK}, homeNumber: ${MASK}, ` +
      `${MASK}: ${MASK}, rate: ${MASK}, balanceHours: ${MASK}, ${MASK}: ${MASK}, ` +
      `contacts: {0: ${MASK}, mobile: ${MASK}}}`,
  )
  expect(shown(5551234)).toBe(MASK)
  expect(shown(['2015-04-01', 5551234, true])).toBe(`list (3){0: ${MASK}, 1: ${MASK}, 2: ${MASK}}`)
})

test('a key of other words is masked, because it may be data', () => {
  const keys = ['maria', 'studentname', 'mariaLopez', 'lopez_maria', 'student5551234', '5551234567', '2015-04-01']
  expect(shown(Object.fromEntries(keys.map((key) => [key, null])))).not.toMatch(/maria|lopez|studentname|555|2015/i)
  expect(shown({ byId: { 4: null }, days: { '2026-03-02': null }, changeFromDate: null })).toBe(
    '{byId: {4: null}, days: {2026-03-02: null}, changeFromDate: null}',
  )
  expect(shown(new Map([['maria', null]]))).toBe(`map (1){${MASK}: null}`)
})

test("parts of a page's path that are no known words are masked", () => {
  expect(shownPath('/edit-schedule/12/3/true')).toBe('/edit-schedule/12/3/true')
  expect(shownPath('/student/maria-lopez')).toBe(`/student/${MASK}`)
  expect(shownPath('/calendar/5551234567.ics')).toBe(`/calendar/${MASK}`)
})

test('long lists, maps and records show how many entries are hidden', () => {
  expect(mask(Array.from({ length: 500 }, (_, at) => at))).toMatchObject({ text: 'list (500)', more: 480 })
  expect(mask(new Map(Array.from({ length: 30 }, (_, at) => [at, at])))).toMatchObject({ text: 'map (30)', more: 10 })
  expect(mask(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`k${at}`, at])))).toMatchObject({ more: 10 })
})

test('cycles end, a repeated value is shown twice, and depth is limited', () => {
  const circle: { id: number; self?: unknown } = { id: 1 }
  circle.self = circle
  expect(shown(circle)).toBe('{id: 1, self: (the same as around it)}')
  const twice = { id: 2 }
  expect(shown({ one: twice, other: twice })).toBe('{one: {id: 2}, other: {id: 2}}')
  let deep: unknown = 1
  for (let level = 0; level < 20; level += 1) deep = { deep }
  expect(shown(deep)).toMatch(/…/)
})

test('errors show their name but not their message', () => {
  expect(shown(new ApiError(409, 'Maria'))).toBe(
    `ApiError{message: ${MASK}, status: 409, errors: list (0){}, data: null}`,
  )
})

test('files, bytes, functions, symbols, machines and unreadable properties', () => {
  const actor = createActor(createMachine({}))
  const trap = {
    get name(): string {
      throw new Error('Maria')
    },
  }
  expect(shown(new File(['abc'], 'Maria.csv', { type: 'text/csv' }))).toBe('file, 3 bytes, text/csv')
  expect(shown(new Uint8Array(3))).toBe('3 bytes')
  expect(shown({ run: () => 'Maria', kind: Symbol('Maria'), actor, row: trap })).toBe(
    `{run: function, kind: symbol, actor: machine ${actor.sessionId}, row: {name: undefined}}`,
  )
})

test('values with secrets are not recorded; all others are kept by reference', () => {
  const harmless = { type: 'row.open', row: { name: 'Maria' } }
  expect(withoutSecrets(harmless)).toBe(harmless)
  const signIn = { type: 'form.submit', form: { username: 'amara', password: 'correct horse' } }
  const kept = withoutSecrets(signIn)
  expect(JSON.stringify(kept)).not.toMatch(/amara|horse/)
  expect(said(shownOf(kept))).toBe(`{type: form.submit, form: {username: ${MASK}, password: ${MASK}}}`)
  const session = { output: [{ session: { accessToken: 'abc.def' } }] }
  expect(JSON.stringify(withoutSecrets(session))).not.toContain('abc')
  const later = { feed: { webcalAddress: 'webcal://portal.example/calendar/first.ics' } }
  expect(JSON.stringify(withoutSecrets(later))).not.toContain('first')
})
