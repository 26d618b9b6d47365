/**
 * JSON schemas of the events that people and screens send each statechart, derived from its TypeScript types, to validate
 * payloads typed by hand on the Workflows page. Generic machines are read with their type bounds.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'

/** Below the project's root; the Workflows page loads a file per workflow. */
export const EVENT_SCHEMAS = 'generated/event-schemas'
/** What the schemas were made from; written last. */
const STAMP = '.stamp'
/** Where types of machines and their events are. */
const SOURCES = ['src/domain', 'src/contract', 'src/machines', 'src/workflows']

const filesBelow = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()

const stampOf = (root, files) => {
  const hash = createHash('sha256')
  for (const file of [...files, 'package-lock.json', 'tsconfig.json', 'scripts/lib/event-schemas.mjs'])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Each workflow's name, and its machine's file and exported name, and whether a function makes it. */
const machinesIn = (root, files) =>
  files
    .filter((file) => file.endsWith('.workflow.ts'))
    .map((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      const [, name] = source.match(/^ {2}name: '([^']+)',$/m) ?? []
      const [, machine, call] = source.match(/^ {2}machine: (\w+)(\(\))?,$/m) ?? []
      if (name === undefined || machine === undefined) throw new Error(`${file} names no workflow or no machine`)
      return { name, machine, isMade: call !== undefined, file: file.replace('.workflow.ts', '.machine.ts') }
    })

const moduleOf = (machines) =>
  [
    "import type { EventFromLogic } from 'xstate'",
    ...machines.map(({ file, machine, isMade }, at) => {
      const logic = isMade ? `ReturnType<typeof machine${at}>` : `typeof machine${at}`
      return `import type { ${machine} as machine${at} } from '../${file}'\nexport type Event${at} = EventFromLogic<${logic}>`
    }),
  ].join('\n')

const isUndefined = ({ flags }) => (flags & (TypeFlags.Undefined | TypeFlags.Void)) !== 0

/** The scalar types of a union in one schema, as `enum` or as a list of types; what is left of it beside them. */
const unionOf = (schemas) => {
  const values = schemas.filter((schema) => 'const' in schema)
  const others = schemas.filter((schema) => !('const' in schema))
  const isPlain = (schema) => Object.keys(schema).join() === 'type'
  const plain = [...new Set(others.filter(isPlain).map(({ type }) => type))].sort()
  const given = values.map((schema) => schema.const).sort()
  const types = [...new Set(values.map(({ type }) => type))]
  const parts = [
    ...(given.length === 1 ? values : []),
    ...(given.length > 1 ? [{ type: types.length === 1 ? types[0] : types, enum: given }] : []),
    ...(plain.length > 0 ? [{ type: plain.length === 1 ? plain[0] : plain }] : []),
    ...others.filter((schema) => !isPlain(schema)),
  ]
  return parts.length === 1 ? parts[0] : { anyOf: parts }
}

/** `student/${number}` */
const patternOf = (type) => {
  const texts = type.texts.map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const holes = type.getTypes().map(({ flags }) => (flags & TypeFlags.NumberLike ? '[0-9]*' : '.*'))
  return `^${texts.map((text, at) => `${text}${holes[at] ?? ''}`).join('')}$`
}

const scalarOf = (type) => {
  if (type.isStringLiteralType()) return { type: 'string', const: type.value }
  if (type.isNumberLiteralType()) return { type: 'number', const: type.value }
  if (type.isBooleanLiteralType()) return { type: 'boolean', const: type.value }
  if (type.isTemplateLiteralType()) return { type: 'string', pattern: patternOf(type) }
  if (type.flags & TypeFlags.NonPrimitive) return { type: 'object' }
  if (type.flags & TypeFlags.Null) return { type: 'null' }
  if (type.flags & TypeFlags.StringLike) return { type: 'string' }
  if (type.flags & TypeFlags.NumberLike) return { type: 'number' }
  if (type.flags & TypeFlags.BooleanLike) return { type: 'boolean' }
  return undefined
}

/** Schemas of types. JSON has no `undefined`: a property that may be undefined is optional. */
const reader = (checker) => {
  const open = new Set()

  const objectOf = (type) => {
    const properties = checker.getPropertiesOfType(type)
    const types = checker.getTypeOfSymbol(properties)
    const [index] = checker.getIndexInfosOfType(type)
    const entries = properties.map((property, at) => ({
      name: property.name,
      type: types[at],
      isOptional: (property.flags & SymbolFlags.Optional) !== 0,
    }))
    const parts = ({ type }) => (type.isUnionType() ? type.getTypes() : [type])
    const required = entries.filter((entry) => !entry.isOptional && !parts(entry).some(isUndefined))
    return {
      type: 'object',
      properties: Object.fromEntries(entries.map(({ name, type }) => [name, schemaOf(type)])),
      ...(required.length > 0 && { required: required.map(({ name }) => name).sort() }),
      additionalProperties: index ? schemaOf(index.valueType) : false,
    }
  }

  const structureOf = (type) => {
    if (type.isUnionType()) {
      const schemas = type
        .getTypes()
        .filter((part) => !isUndefined(part))
        .map(schemaOf)
      const isEither =
        schemas.filter(({ type: name, ...schema }) => name === 'boolean' && 'const' in schema).length === 2
      if (!isEither) return schemas.length === 1 ? schemas[0] : unionOf(schemas)
      return unionOf([...schemas.filter(({ type: name }) => name !== 'boolean'), { type: 'boolean' }])
    }
    if (type.isTypeParameter()) {
      const bound = checker.getBaseConstraintOfType(type)
      return bound ? schemaOf(bound) : {}
    }
    if (type.isIntersectionType()) return type.getTypes().map(scalarOf).find(Boolean) ?? objectOf(type)
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type)
      return { type: 'array', ...(item && { items: schemaOf(item) }) }
    }
    if (!type.isObjectType() || checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) return {}
    return objectOf(type)
  }

  const schemaOf = (type) => {
    const scalar = scalarOf(type)
    if (scalar) return scalar
    // A type within itself is not described further.
    if (open.has(type.id)) return {}
    open.add(type.id)
    const schema = structureOf(type)
    open.delete(type.id)
    return schema
  }

  return { schemaOf, objectOf }
}

/** Every event of a union by type, without actor and timer events. */
const eventsOf = (checker, union) => {
  const { schemaOf, objectOf } = reader(checker)
  const members = union.isUnionType() ? union.getTypes() : [union]
  const entries = members.flatMap((member) => {
    const type = checker.getPropertyOfType(member, 'type')
    if (!type) return []
    const named = schemaOf(checker.getTypeOfSymbol(type))
    const { properties, required, ...schema } = objectOf(member)
    const { type: _, ...payload } = properties
    const needed = (required ?? []).filter((key) => key !== 'type')
    return (named.enum ?? [named.const])
      .filter((name) => name !== undefined && !name.startsWith('xstate.'))
      .map((name) => [name, { ...schema, properties: payload, ...(needed.length > 0 && { required: needed }) }])
  })
  // The compiler orders unions by what it saw earlier.
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Schemas by workflow. */
const readSchemas = (root, machines) => {
  const folder = join(root, 'generated')
  const module = join(folder, 'event-types.ts')
  const config = join(folder, 'event-types.tsconfig.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(module, moduleOf(machines))
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: [], files: [module] }))
  const api = new API({ cwd: root })
  try {
    const { program, checker } = api.updateSnapshot({ openProject: config }).getProject(config)
    const types = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(module)))
    const typeOf = new Map(types.map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]))
    return new Map(machines.map(({ name }, at) => [name, eventsOf(checker, typeOf.get(`Event${at}`))]))
  } finally {
    api.close()
    rmSync(module)
    rmSync(config)
  }
}

/** Writes the schemas if the types may have changed; reading them takes a type checker some seconds. */
export const prepareEventSchemas = (root) => {
  const files = SOURCES.flatMap((folder) => filesBelow(root, folder))
  const folder = join(root, EVENT_SCHEMAS)
  const stamp = stampOf(root, files)
  if (existsSync(join(folder, STAMP)) && readFileSync(join(folder, STAMP), 'utf8') === stamp) return
  const schemas = readSchemas(root, machinesIn(root, files))
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  for (const [name, events] of schemas)
    writeFileSync(join(folder, `${name.replace('/', '-')}.json`), `${JSON.stringify(events, undefined, 2)}\n`)
  writeFileSync(join(folder, STAMP), stamp)
}
