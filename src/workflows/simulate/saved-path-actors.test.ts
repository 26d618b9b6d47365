import { expect, test } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { savedPathActors } from './saved-path-actors.ts'
import type { SavedPath } from './saved-paths.machine.ts'

const paths: readonly SavedPath[] = [{ name: 'Wrong password', path: '*.form.submit*-filled' }]

const setUp = (userId = 7, entries = new Map<string, string>()) => {
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage
  const { readPaths, keepPaths } = savedPathActors({ storage: () => storage, userId: () => userId })
  return {
    entries,
    read: (workflow: string) => toPromise(createActor(readPaths, { input: { workflow } }).start()),
    keep: (workflow: string, kept: readonly SavedPath[]) =>
      toPromise(createActor(keepPaths, { input: { workflow, paths: kept } }).start()),
  }
}

test('paths are restored only for their user and workflow, and leave no entry once deleted', async () => {
  const { entries, read, keep } = setUp()
  await keep('session/sign-in', paths)
  expect(await read('session/sign-in')).toEqual(paths)
  expect(await read('session/session')).toEqual([])
  expect(await setUp(8, entries).read('session/sign-in')).toEqual([])
  await keep('session/sign-in', [])
  expect([...entries.keys()]).toEqual([])
})

test.each(['{', '"hello"', '[{"name":1}]'])('an invalid entry (%s) is treated as missing', async (text) => {
  const { read } = setUp(7, new Map([['simulated/7/session/sign-in', text]]))
  expect(await read('session/sign-in')).toEqual([])
})
