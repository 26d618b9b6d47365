import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Mistake, plantedIn } from './mistake.ts'
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

/** The descriptions with a browser run. */
const runs = [...descriptions].filter(([, source]) => !source?.includes('because:')).map(([name]) => name)

test('the browser runs that must fail exist', () => {
  expect(named(mistakes.filter(({ fails }) => !runs.includes(fails)))).toEqual([])
})

test('every machine with a browser run has a mistake in its screen or service', () => {
  const tried = new Set(mistakes.map(({ fails }) => fails))
  expect(runs.filter((name) => name !== undefined && !tried.has(name))).toEqual([])
})

test('a text is found however it is wrapped', () => {
  const mistake: Mistake = {
    ...{ name: 'wrapped', kind: 'screen', file: 'a.tsx', harm: 'None.', fails: 'a' },
    text: "send({ type: 'a' })",
    replacement: "send({ type: 'b' })",
  }
  expect(plantedIn("on={() =>\n  send({\n    type: 'a' })\n}", mistake)).toBe("on={() =>\n  send({ type: 'b' })\n}")
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
