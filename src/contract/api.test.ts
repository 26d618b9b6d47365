import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const files: Record<string, Record<string, unknown>> = import.meta.glob(['./**/*.ts', '!./**/*.test.ts'], {
  eager: true,
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/** An exported endpoint, or those of an exported report. */
const endpointsOf = ([name, value]: [string, unknown]): [string, unknown][] => {
  if (!isObject(value) || name === 'endpoints') return []
  if ('endpoints' in value && isObject(value.endpoints)) return Object.entries(value.endpoints)
  return 'method' in value && 'path' in value ? [[name, value]] : []
}

test('has each endpoint that a file of the contract defines, once', () => {
  const defined = Object.entries(files)
    .filter(([file]) => file !== './api.ts')
    .flatMap(([, file]) => Object.entries(file).flatMap(endpointsOf))
  expect(Object.keys(api).sort()).toEqual(defined.map(([name]) => name).sort())
})

test('answers each method of a path in one way', () => {
  const calls = (Object.values(api) as Endpoint[]).map(
    ({ method, path }) => `${method} ${path.replace(/{\w+}/g, '{}')}`,
  )
  expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([])
})
