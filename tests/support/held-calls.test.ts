import { expect, test } from 'vitest'
import { holdCalls } from '#tests/model/harness/held-calls.ts'
import { usePortal } from './portal.ts'

const portal = usePortal()

test('calls that the page cancels while they are let through do no harm', async () => {
  const page = await portal.newPage()
  const calls = await holdCalls(page, { signIn: '/api/login/sign-in' }, () => false)
  await page.goto('/login')

  const ends = await page.evaluate(() => {
    const cancel = async (_: unknown, index: number) => {
      const call = new AbortController()
      const reply = fetch('/api/login/sign-in', { method: 'POST', body: '{}', signal: call.signal })
      setTimeout(() => call.abort(), index % 10)
      return reply.then(({ ok }) => ok).catch(() => false)
    }
    return Promise.all(Array.from({ length: 50 }, cancel))
  })

  expect(ends).toEqual(Array.from({ length: 50 }, () => false))
  expect(calls.waiting('signIn')).toBe(0)
})
