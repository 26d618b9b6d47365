import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { withoutCache } from './module-cache.ts'
import { applyMutant, type ValueMutant, valueMutantsOf } from './value-mutants.ts'

interface Mutants {
  readonly source: string
  readonly all: readonly ValueMutant[]
}

const read = (file: string): Mutants => {
  const source = readFileSync(file, 'utf8')
  return { source, all: valueMutantsOf(file, source) }
}

const MUTANT = /^(.*)\?(mutant|probe)=(\d+)$/

/** Loads `x.machine.ts?mutant=3` as that file with its third value mutant, `?probe=3` with that mutant's probe. */
export const mutantPlugin = (): Plugin => {
  const known = new Map<string, Mutants>()
  return {
    name: 'mutants',
    enforce: 'pre',
    ...withoutCache((id) => MUTANT.test(id)),
    load: (id) => {
      const [, file, kind, at] = MUTANT.exec(id) ?? []
      if (file === undefined) return undefined
      const { source, all } = known.get(file) ?? read(file)
      known.set(file, { source, all })
      const mutant = all[Number(at)]
      const replacement = kind === 'probe' ? mutant?.probe : mutant?.replacement
      if (!mutant || replacement === undefined) throw new Error(`${file} has no value ${kind} ${at}`)
      // The source map of the original would point to the wrong lines.
      return { code: applyMutant(source, { ...mutant, replacement }), map: { mappings: '' } }
    },
  }
}
