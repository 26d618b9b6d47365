/**
 * JSON schemas of the events that people and screens send each statechart, derived from its TypeScript types, to
 * validate payloads typed by hand. Generic machines are read with their type bounds.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildGenerator, type Definition, ts } from 'typescript-json-schema'
import { machineFileOf } from '#tests/model/harness/machine-files.ts'
import { catalog } from '#workflows/catalog.ts'
import { fileOf } from './chart-files.ts'
import { root } from './dependencies.mjs'

/** Committed: generating them takes a type checker 15 seconds, and packages that only development needs. */
export const EVENT_SCHEMAS = 'src/workflows/simulate/event-schemas'

/** Payload schemas by event type. */
type EventSchemas = Readonly<Record<string, Definition>>

/** By catalog name: each machine's file and exported name, and whether a factory function makes it. */
const listed = (): { name: string; file: string; machine: string; isMade: boolean }[] =>
  catalog.map(({ name }) => {
    const file = machineFileOf(name)
    const workflow = readFileSync(join(root, file.replace('.machine.ts', '.workflow.ts')), 'utf8')
    const [, machine, call] = workflow.match(/^ {2}machine: (\w+)(\(\))?,$/m) ?? []
    if (machine === undefined) throw new Error(`The workflow ${name} names no machine`)
    return { name, file, machine, isMade: call !== undefined }
  })

/** A program over one in-memory file that imports the types we need. */
const programOf = (file: string, text: string): ts.Program => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const compilerOptions = { ...options, incremental: false, tsBuildInfoFile: undefined }
  const host = ts.createCompilerHost(compilerOptions)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => path === file || fileExists(path)
  host.readFile = (path) => (path === file ? text : readFile(path))
  host.getSourceFile = (path, ...more) =>
    path === file
      ? ts.createSourceFile(path, text, compilerOptions.target ?? ts.ScriptTarget.ESNext)
      : getSourceFile(path, ...more)
  return ts.createProgram([file], compilerOptions, host)
}

const typesOf = ({ properties }: Definition): string[] => {
  const type = properties?.type
  if (typeof type !== 'object') return []
  return [...(type.enum ?? []), ...(type.const === undefined ? [] : [type.const])].map(String)
}

const payloadOf = ({ properties, required, ...schema }: Definition): Definition => {
  const { type: _, ...payload } = properties ?? {}
  const needed = (required ?? []).filter((key) => key !== 'type')
  return { ...schema, properties: payload, ...(needed.length > 0 ? { required: needed } : {}) }
}

/** Every event of a union by type, without actor and timer events. */
const byType = ({ $schema: _, ...union }: Definition): EventSchemas => {
  const members = (union.anyOf ?? [union]).filter((member) => typeof member === 'object')
  const entries = members.flatMap((member) => typesOf(member).map((type) => [type, payloadOf(member)] as const))
  const ownEntries = entries.filter(([type]) => !type.startsWith('xstate.'))
  // The compiler orders unions by what it saw earlier, so unrelated changes would reorder the output.
  return Object.fromEntries(ownEntries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * JSON has no `undefined`: a property that may be undefined is optional. The generator recognizes that only in mapped
 * types.
 */
const HEADER = `import type { EventFromLogic } from 'xstate'
type Told<T> = T extends ((...given: never) => unknown) | Date ? T : T extends object ? { [K in keyof T]: Told<T[K]> } : T`

const eventSchemas = (): Map<string, EventSchemas> => {
  const file = join(root, 'event-types.ts')
  const machines = listed()
  const text = machines.map(({ file, machine, isMade }, at) => {
    const logic = isMade ? `ReturnType<typeof machine${at}>` : `typeof machine${at}`
    return `import type { ${machine} as machine${at} } from './${file}'\nexport type Event${at} = Told<EventFromLogic<${logic}>>`
  })
  const program = programOf(file, [HEADER, ...text].join('\n'))
  const settings = { required: true, noExtraProps: true, ref: false, ignoreErrors: true }
  const generator = buildGenerator(program, settings, [file])
  if (!generator) throw new Error('Could not read the event types')
  return new Map(machines.map(({ name }, at) => [name, byType(generator.getSchemaForSymbol(`Event${at}`))]))
}

/** The files' texts by name. */
export const eventSchemaFiles = (): ReadonlyMap<string, string> => {
  const schemas = eventSchemas()
  return new Map(
    catalog.map((workflow) => [
      `${fileOf(workflow)}.json`,
      `${JSON.stringify(schemas.get(workflow.name), undefined, 2)}\n`,
    ]),
  )
}
