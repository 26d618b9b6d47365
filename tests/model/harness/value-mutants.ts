/** Mutations of the values in a machine's source: what it keeps, emits, and passes to calls. */
import { parseAst } from 'vite'

/** One change to a machine's source. */
export interface ValueMutant {
  /** `keepFailure: error → output`, by the action, guard or field that it is in; it survives edits of other lines. */
  readonly id: string
  /** `schedule/feedback.machine.ts:83:12` */
  readonly place: string
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** For a value that is kept: the code that throws where there is one to keep. Without any, the mutant changes nothing. */
  readonly probe?: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Types have no effect when the machine runs. */
const isType = (key: string, { type }: Node) =>
  type.startsWith('TSType') || type.startsWith('TSInterface') || key === 'typeArguments' || key === 'typeParameters'

interface Child {
  readonly key: string
  readonly node: Node
}

const childrenOf = (node: Node): Child[] =>
  Object.entries(node)
    .flatMap(([key, value]) => [value].flat().map((child: unknown) => ({ key, node: child })))
    .filter((child): child is Child => isNode(child.node) && !isType(child.key, child.node))

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : undefined

/** The name of a property or declaration. */
const ownName = ({ key, id }: Node): string | undefined => {
  if (isNode(key) && key.type === 'Literal') return String(key.value)
  return nameOf(key) ?? nameOf(id)
}

const everyNode = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(({ node: child }) => everyNode(child))]

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** The name of a called function or method. */
const calledName = ({ type, callee }: Node): string | undefined => {
  if ((type !== 'CallExpression' && type !== 'NewExpression') || !isNode(callee)) return undefined
  return nameOf(callee) ?? (callee.type === 'MemberExpression' ? nameOf(callee.property) : undefined)
}

const isMachine = (node: Node) => everyNode(node).some((inner) => calledName(inner) === 'createMachine')

/** The top-level declarations that the machine runs: its own, and what they name. */
const declarationsOf = (program: Node): Node[] => {
  const all = childrenOf(program).map(({ node }) =>
    node.type === 'ExportNamedDeclaration' && isNode(node.declaration) ? node.declaration : node,
  )
  const namesIn = (node: Node) => new Set(everyNode(node).flatMap((inner) => nameOf(inner) ?? []))
  const declares = (node: Node): string[] => {
    const own = node.type === 'VariableDeclaration' ? childrenOf(node).map(({ node: { id } }) => id) : [node.id]
    return own.flatMap((id) => nameOf(id) ?? [])
  }
  const counted = new Set(all.filter((node) => /^(Variable|Function)/.test(node.type) && isMachine(node)))
  for (const node of counted) {
    const named = namesIn(node)
    for (const other of all) {
      if (/^(Variable|Function)/.test(other.type) && declares(other).some((name) => named.has(name))) counted.add(other)
    }
  }
  return [...counted]
}

/** Names of the parts of a setup or a machine that hold values rather than structure. */
const VALUE_KEYS = new Set(['context', 'input', 'output', 'params', 'delays'])

/** Built-in actions, whose arguments are values. */
const ACTIONS = new Set(['assign', 'emit', 'raise', 'sendTo', 'sendParent', 'enqueueActions'])

/** Arguments that only matter if the code is wrong. */
const CHECKS = new Set(['assertEvent', 'Error', 'notProvided'])

/** Checks of the code itself: `assertEvent`, `throw new Error`, and `if (…) throw`. */
const isCheck = (node: Node): boolean =>
  CHECKS.has(calledName(node) ?? '') ||
  (node.type === 'IfStatement' && isNode(node.consequent) && node.consequent.type === 'ThrowStatement')

const LESSENING = new Set(['filter', 'toSorted', 'sort', 'slice', 'trim', 'toReversed'])

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
}

/** The names that a pattern binds, group by group: `{ context: { latest, place } }` has the group latest, place. */
const groupsOf = (pattern: Node): string[][] => {
  if (pattern.type === 'AssignmentPattern' && isNode(pattern.left)) return groupsOf(pattern.left)
  if (pattern.type !== 'ObjectPattern') return []
  const values = childrenOf(pattern).flatMap(({ node: { value } }) => (isNode(value) ? [value] : []))
  return [values.flatMap((value) => nameOf(value) ?? []), ...values.flatMap(groupsOf)]
}

/** The object that a function returns, on every way through it. */
const returnedObjects = (body: Node): Node[] => {
  if (body.type === 'ObjectExpression') return [body]
  if (body.type === 'ConditionalExpression')
    return [body.consequent, body.alternate].filter(isNode).flatMap(returnedObjects)
  if (body.type === 'ReturnStatement') return isNode(body.argument) ? returnedObjects(body.argument) : []
  if (body.type !== 'BlockStatement' && body.type !== 'IfStatement') return []
  return childrenOf(body).flatMap(({ node }) => returnedObjects(node))
}

const isConstant = ({ type, name }: Node) => type === 'Literal' || (type === 'Identifier' && name === 'undefined')

/** The fields of an object, except for constant ones. */
const fieldsOf = (object: Node): { readonly name: string; readonly value: Node }[] =>
  childrenOf(object).flatMap(({ node }) => {
    const name = ownName(node)
    return node.type === 'Property' && name !== undefined && isNode(node.value) && !isConstant(node.value)
      ? [{ name, value: node.value }]
      : []
  })

/** The next of some names, or undefined if it is the only one. */
const nextOf = (names: readonly string[], name: string): string | undefined => {
  const sorted = [...new Set(names)].sort()
  const at = sorted.indexOf(name)
  return at < 0 || sorted.length < 2 ? undefined : sorted[(at + 1) % sorted.length]
}

type Change = readonly [node: Pick<Node, 'start' | 'end'>, replacement: string]

/** Reads the value mutants of a machine's source. */
export function valueMutantsOf(file: string, source: string): ValueMutant[] {
  const program: unknown = parseAst(source, { lang: 'ts' })
  if (!isNode(program)) throw new Error(`${file} has no program`)
  const textOf = ({ start, end }: Pick<Node, 'start' | 'end'>) => source.slice(start, end)

  /** By object, such as `context`: the properties that the file reads from it. */
  const properties = new Map<string, string[]>()
  for (const { type, object, property, computed } of everyNode(program)) {
    const name = nameOf(property)
    if (type !== 'MemberExpression' || computed === true || !isNode(object) || name === undefined) continue
    properties.set(textOf(object), [...(properties.get(textOf(object)) ?? []), name])
  }

  const changesOf = ({ key, node }: Child, parent: Node, groups: readonly string[][]): Change[] => {
    const { type, value, name, operator, left, right, argument, elements, property, object } = node
    const isKey = (key === 'key' && parent.computed !== true) || (key === 'property' && parent.computed !== true)
    switch (type) {
      case 'Literal':
        if (isKey) return []
        if (typeof value === 'string')
          return [[node, value === '' ? "'other'" : `'other than ${value.replaceAll("'", '')}'`]]
        if (typeof value === 'number') return [[node, `${value + 1}`]]
        if (typeof value === 'boolean') return [[node, `${!value}`]]
        return value === null ? [[node, "'other'"]] : []
      case 'TemplateLiteral':
        return [[node, "'other'"]]
      case 'Identifier': {
        if (isKey || key === 'object' || typeof name !== 'string') return []
        if (name === 'undefined') return [[node, "'other'"]]
        const other = groups.flatMap((group) => nextOf(group, name) ?? [])[0]
        return other === undefined ? [] : [[node, other]]
      }
      case 'MemberExpression': {
        const own = nameOf(property)
        if (
          own === undefined ||
          !isNode(object) ||
          !isNode(property) ||
          (key === 'callee' && calledName(parent) === own)
        )
          return []
        const other = nextOf(properties.get(textOf(object)) ?? [], own)
        return other === undefined ? [] : [[property, other]]
      }
      case 'UnaryExpression':
        return operator === '!' && isNode(argument) ? [[node, textOf(argument)]] : []
      case 'ConditionalExpression': {
        const { test, consequent, alternate } = node
        if (!isNode(test) || !isNode(consequent) || !isNode(alternate)) return []
        return [[node, `${textOf(test)} ? ${textOf(alternate)} : ${textOf(consequent)}`]]
      }
      case 'BinaryExpression':
      case 'LogicalExpression': {
        if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return []
        if (operator === '??') return [[node, textOf(left)]]
        const opposite = OPPOSITES[operator]
        return opposite === undefined ? [] : [[node, `(${textOf(left)} ${opposite} ${textOf(right)})`]]
      }
      case 'ArrayExpression': {
        const parts = Array.isArray(elements) ? elements.filter(isNode) : []
        return parts.length < 2 ? [] : [[node, `[${parts.toReversed().map(textOf).join(', ')}]`]]
      }
      case 'CallExpression': {
        const { callee } = node
        if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.object)) return []
        return LESSENING.has(calledName(node) ?? '') ? [[node, textOf(callee.object)]] : []
      }
      case 'Property':
      case 'SpreadElement': {
        if (parent.type !== 'ObjectExpression') return []
        const after = /^\s*,/.exec(source.slice(node.end))?.[0].length ?? 0
        return [[{ start: node.start, end: node.end + after }, '']]
      }
      default:
        return []
    }
  }

  const mutants: ValueMutant[] = []
  const ids = new Map<string, number>()
  const add = (owner: string, [node, replacement]: Change, kept?: { said: string; probe: string }) => {
    const lines = source.slice(0, node.start).split('\n')
    const words = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60)
    const text = `${owner}: ${kept?.said ?? `${words(textOf(node))} → ${words(replacement) || 'nothing'}`}`
    const times = (ids.get(text) ?? 0) + 1
    ids.set(text, times)
    mutants.push({
      id: times === 1 ? text : `${text} (${times})`,
      place: `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`,
      start: node.start,
      end: node.end,
      replacement,
      ...(kept && { probe: kept.probe }),
    })
  }

  /** An assignment that takes a value only once: the record that was opened first stays for all others. */
  const addFirstForever = (owner: string, node: Node): void => {
    const [given] = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : []
    if (calledName(node) !== 'assign' || !given) return
    const addOne = (field: string, changed: Node, keeps: (was: string, fill: string) => string) => {
      const was = `args[0].context.${field}`
      const fails = `(() => { throw new Error('There is a value to keep') })()`
      const said = `${field} keeps its first value`
      add(owner, [changed, keeps(was, was)], { said, probe: keeps(was, fails) })
    }
    if (isFunction(given) && isNode(given.body)) {
      const names = new Set(returnedObjects(given.body).flatMap((object) => fieldsOf(object).map(({ name }) => name)))
      const next = `(${textOf(given)})(...args)`
      for (const name of names)
        addOne(name, given, (was, fill) => {
          const kept = `{ ...next, ${name}: ${was} ? ${fill} : next.${name} }`
          return `(...args) => { const next = ${next}; return '${name}' in next ? ${kept} : next }`
        })
    }
    if (given.type !== 'ObjectExpression') return
    for (const { name, value } of fieldsOf(given))
      if (isFunction(value))
        addOne(name, value, (was, fill) => `(...args) => ${was} ? ${fill} : (${textOf(value)})(...args)`)
  }

  /** Where a node is: what its parts are called after, whether it is a value, and which names can be swapped. */
  interface Around {
    readonly parent: Node
    readonly owner: string
    /** Whether it is part of a value, rather than of the machine's structure. */
    readonly isValue: boolean
    readonly groups: readonly string[][]
  }

  const visit = (child: Child, { parent, owner, isValue, groups }: Around): void => {
    const { node } = child
    if (isCheck(node)) return
    const name = ownName(node)
    if (isValue) for (const change of changesOf(child, parent, groups)) add(owner, change)
    addFirstForever(name ?? owner, node)
    // A shorthand is two nodes at one place: `{ latest }` becomes `{ latest: timesheet }`.
    if (node.type === 'Property' && node.shorthand === true && parent.type === 'ObjectExpression') {
      const other = groups.flatMap((group) => nextOf(group, name ?? '') ?? [])[0]
      if (isValue && name !== undefined && other !== undefined) add(owner, [node, `${name}: ${other}`])
      return
    }
    const starts =
      (isFunction(node) && !isMachine(node)) ||
      ACTIONS.has(calledName(node) ?? '') ||
      (node.type === 'Property' && VALUE_KEYS.has(name ?? ''))
    const params = isFunction(node) && Array.isArray(node.params) ? node.params.filter(isNode) : []
    const inner: Around = {
      parent: node,
      owner: isValue || name === undefined || isMachine(node) ? owner : name,
      isValue: isValue || starts,
      groups: [...params.flatMap(groupsOf), ...groups],
    }
    for (const next of childrenOf(node)) if (next.key !== 'params' && next.key !== 'id') visit(next, inner)
  }

  for (const declaration of declarationsOf(program)) {
    // Constants and functions beside the machine are values as a whole.
    const isBeside = !isMachine(declaration)
    for (const child of childrenOf(declaration)) {
      const owner = ownName(child.node) ?? ownName(declaration) ?? ''
      visit(child, { parent: declaration, owner, isValue: isBeside, groups: [] })
    }
  }
  return mutants
}

export const applyMutant = (
  source: string,
  { start, end, replacement }: Pick<ValueMutant, 'start' | 'end' | 'replacement'>,
): string => source.slice(0, start) + replacement + source.slice(end)
