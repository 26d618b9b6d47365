/** The value mutants that are known to survive, by workflow: `tests/model/survivors.txt`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MutationReport } from './mutation-report.ts'

const FILE = 'tests/model/survivors.txt'

type Survivors = ReadonlyMap<string, readonly string[]>

/** A workflow's name in a line, and its survivors in indented lines below. */
export const parseSurvivors = (text: string): Survivors => {
  const survivors = new Map<string, string[]>()
  let listed: string[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('  ')) listed.push(line.slice(2))
    else {
      listed = []
      survivors.set(line, listed)
    }
  }
  return survivors
}

export const survivorsText = (survivors: Survivors): string =>
  [...survivors]
    .filter(([, listed]) => listed.length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, listed]) => [name, ...listed.map((id) => `  ${id}`), ''].join('\n'))
    .join('')

/** How what survived differs from what is known to survive, in lines for people. */
export const survivorProblems = (known: Survivors, reports: readonly MutationReport[]): string[] =>
  reports.flatMap(({ name, survivors }) => {
    const before = known.get(name) ?? []
    return [
      ...survivors.filter((id) => !before.includes(id)).map((id) => `${name}: ${id} survives`),
      ...before.filter((id) => !survivors.includes(id)).map((id) => `${name}: ${id} no longer survives`),
    ]
  })

/** Updates the list of these workflows with -u; otherwise fails if it differs, naming the mutants. */
export const compareSurvivors = (root: string, reports: readonly MutationReport[], updates: boolean): void => {
  const path = join(root, FILE)
  const known = parseSurvivors(readFileSync(path, 'utf8'))
  if (updates) {
    const found = reports.map(({ name, survivors }) => [name, survivors] as const)
    writeFileSync(path, survivorsText(new Map([...known, ...found])))
    return
  }
  const problems = survivorProblems(known, reports)
  if (problems.length === 0) return
  console.error([`The value mutants differ from ${FILE}; -u updates it:`, ...problems].join('\n'))
  process.exitCode = 1
}
