import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInBrowser, type Mistake, plantedIn } from './mistake.ts'
import { mistakes } from './mistakes.ts'

const root = process.cwd()
const named = (wrong: readonly Mistake[]) => wrong.map(({ name }) => name)

/** By name, such as `schedule/calendar`: the file's description. */
const descriptions = new Map(
  readdirSync(join(root, 'tests/model'))
    .filter((file) => file.endsWith('.model.test.ts'))
    .map((file) => {
      const source = readFileSync(join(root, 'tests/model', file), 'utf8')
      return [/^ {2}name: '([^']+)',$/m.exec(source)?.[1], source]
    }),
)

const problemOf = (mistake: Mistake): string | undefined => {
  try {
    const source = readFileSync(join(root, mistake.file), 'utf8')
    return plantedIn(source, mistake) === source ? `${mistake.name} changes nothing` : undefined
  } catch (error) {
    return String(error)
  }
}

test('every mistake can be planted: its text occurs exactly once in its file', () => {
  expect(mistakes.map(problemOf).filter((problem) => problem !== undefined)).toEqual([])
})

test('every mistake has a name of its own', () => {
  const names = mistakes.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the tests that must fail exist, those of a screen or service in a browser', () => {
  expect(named(mistakes.filter(({ fails }) => !descriptions.has(fails)))).toEqual([])
  expect(
    named(mistakes.filter((mistake) => isInBrowser(mistake) && descriptions.get(mistake.fails)?.includes('because:'))),
  ).toEqual([])
})

test('every machine has at least two mistakes', () => {
  const inMachines = mistakes.filter((mistake) => !isInBrowser(mistake))
  // The further description of a machine tests the same file.
  const machines = [...descriptions.keys()].filter((name) => name !== 'schedule/session-form-stored')
  expect(machines.filter((name) => inMachines.filter(({ fails }) => fails === name).length < 2)).toEqual([])
})

test('every machine with a browser run has a mistake in its screen or service', () => {
  const inBrowser = new Set(mistakes.filter(isInBrowser).map(({ fails }) => fails))
  const runs = [...descriptions].filter(([, source]) => !source?.includes('because:')).map(([name]) => name)
  expect(runs.filter((name) => name !== undefined && !inBrowser.has(name))).toEqual([])
})

test('a text that occurs nowhere, or more than once, is refused', () => {
  const [mistake] = mistakes
  if (!mistake) throw new Error('There is no mistake')
  const { name, file, text } = mistake
  expect(() => plantedIn('', mistake)).toThrow(`The text of the planted mistake ${name} occurs nowhere in ${file}.`)
  expect(() => plantedIn(`${text} ${text}`, mistake)).toThrow(
    `The text of the planted mistake ${name} occurs more than once in ${file}.`,
  )
})
