import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const ENDING = '.machine.ts'

/** The tool's own machines are in its folders, by what they are about; their names leave these out. */
const OWN = 'workflows'

const filesIn = (folder: string): string[] =>
  readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ENDING))

/** The files of machines below the project's root, by the workflow's name: `schedule/calendar`, `workflows/watch`. */
export const machineFiles = (): ReadonlyMap<string, string> => {
  const named = (path: string) => path.slice(0, -ENDING.length)
  return new Map([
    ...filesIn('machines').map((path) => [named(path), `src/machines/${path}`] as const),
    ...filesIn(OWN).map((path) => [`${OWN}/${named(path).split('/').at(-1)}`, `src/${OWN}/${path}`] as const),
  ])
}

/** @throws Error if there is no such machine */
export const machineFileOf = (name: string): string => {
  const file = machineFiles().get(name)
  if (file === undefined) throw new Error(`There is no file of the machine ${name}`)
  return file
}
