import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { type Mistake, plantedIn } from '../planted/mistake.ts'
import { mistakes } from '../planted/mistakes.ts'
import { withoutCache } from './module-cache.ts'

const QUERY = '?planted='

/** Imports that are left when the program runs. */
const IMPORT = /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'([^']+)'/gm

const ALIAS = /^#(domain|contract|machines|workflows)\//

/** The files of the project that a file imports. */
const importsOf = (root: string, file: string, source: string): string[] =>
  [...source.matchAll(IMPORT)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [join(dirname(file), name)]
    return ALIAS.test(name) ? [join(root, 'src', name.slice(1))] : []
  })

/** Finds the files between a machine and the mistake: only they are loaded again, so that classes stay the same. */
const pathsTo = (root: string, planted: string): ((file: string) => boolean) => {
  const known = new Map<string, boolean>([[planted, true]])
  const leads = (file: string): boolean => {
    const found = known.get(file)
    if (found !== undefined) return found
    known.set(file, false)
    const does = importsOf(root, file, readFileSync(file, 'utf8')).some(leads)
    known.set(file, does)
    return does
  }
  return leads
}

/** Loads `x.machine.ts?planted=name` with the mistake of this name, which may be in a file that the machine imports. */
export const plantedPlugin = (): Plugin => {
  let root = process.cwd()
  const plans = new Map<string, { readonly mistake: Mistake; readonly leads: (file: string) => boolean }>()
  const planOf = (name: string) => {
    const mistake = mistakes.find((one) => one.name === name)
    if (!mistake) throw new Error(`There is no planted mistake ${name}.`)
    const plan = plans.get(name) ?? { mistake, leads: pathsTo(root, join(root, mistake.file)) }
    plans.set(name, plan)
    return plan
  }
  return {
    name: 'planted-mistakes',
    enforce: 'pre',
    ...withoutCache((id) => id.includes(QUERY)),
    configResolved: (config) => {
      root = config.root
    },
    async resolveId(source, importer) {
      const [file, name] = importer?.split(QUERY) ?? []
      if (name === undefined) return undefined
      const found = await this.resolve(source, file, { skipSelf: true })
      if (!found?.id.startsWith(join(root, 'src/')) || !planOf(name).leads(found.id)) return found
      return `${found.id}${QUERY}${name}`
    },
    load: (id) => {
      const [file, name] = id.split(QUERY)
      if (file === undefined || name === undefined) return undefined
      const { mistake } = planOf(name)
      const source = readFileSync(file, 'utf8')
      const isPlace = file === join(root, mistake.file)
      return { code: isPlace ? plantedIn(source, mistake) : source, map: { mappings: '' } }
    },
  }
}

/** For a build with one mistake. */
export const withMistake = (root: string, mistake: Mistake): Plugin => ({
  name: 'planted-mistake',
  enforce: 'pre',
  transform: (code, id) => (id === join(root, mistake.file) ? plantedIn(code, mistake) : undefined),
})
