import { beforeEach, expect, test } from 'vitest'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { readSettings } from './config.ts'
import { prepareDatabase } from './prepare.ts'

const database = useDatabase()
beforeEach(() => truncateAll(database()))

const now = new Date('2026-11-20T15:00:00Z')
const production = (changes: Record<string, string> = {}) =>
  readSettings([], { TOKEN_SECRET: '0123456789abcdef0123456789abcdef', DATA_FOLDER: 'unused', ...changes })
const prepare = (changes?: Record<string, string>) => prepareDatabase(database().db, production(changes), now, () => {})
const rowsOf = async (query: string) => (await database().pool.query(query)).rows

test('an empty database gets the organization, the reference data and the first administrator, once', async () => {
  const settings = {
    TIME_ZONE: 'Europe/Paris',
    ORGANISATION: 'District 9',
    ADMIN_EMAIL: 'head@district.example',
    ADMIN_PASSWORD: 'long enough, surely',
  }
  for (let start = 0; start < 2; start += 1) {
    expect(await prepare(settings)).toEqual({ timeZone: 'Europe/Paris', isWithoutUsers: false })
  }
  expect(await rowsOf('select name, time_zone from organisation')).toEqual([
    { name: 'District 9', time_zone: 'Europe/Paris' },
  ])
  expect(await rowsOf('select email, role_id, is_active from users')).toEqual([
    { email: 'head@district.example', role_id: 1, is_active: true },
  ])
  expect(await rowsOf('select id, name from roles order by id')).toEqual([
    { id: 1, name: 'Administrators' },
    { id: 2, name: 'Providers' },
    { id: 3, name: 'SpecialProvider' },
  ])
})

test('a later start adds no administrator', async () => {
  const administrator = { ADMIN_PASSWORD: 'long enough, surely' }
  await prepare({ TIME_ZONE: 'Europe/Paris', ADMIN_EMAIL: 'head@district.example', ...administrator })
  await prepare({ ADMIN_EMAIL: 'other@district.example', ...administrator })
  expect(await rowsOf('select email from users')).toEqual([{ email: 'head@district.example' }])
})

test('says when no one can sign in', async () => {
  expect(await prepare({ TIME_ZONE: 'Europe/Paris' })).toEqual({ timeZone: 'Europe/Paris', isWithoutUsers: true })
})

test('uses the stored time zone, and requires one at the first start', async () => {
  await expect(prepare()).rejects.toThrow("Set TIME_ZONE to the organization's time zone, such as America/New_York.")
  await prepare({ TIME_ZONE: 'Europe/Paris' })
  expect(await prepare()).toMatchObject({ timeZone: 'Europe/Paris' })
  await expect(prepare({ TIME_ZONE: 'Asia/Tokyo' })).rejects.toThrow(
    'TIME_ZONE is Asia/Tokyo, but the data is stored in Europe/Paris: unset it, or set it to that.',
  )
})
