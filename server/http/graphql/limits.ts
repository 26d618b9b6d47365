/**
 * Limits on queries. Costs are computed from the schema before anything runs: fragments count where they are used, but
 * each is analyzed only once, so refusing a query is always fast.
 */
import {
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { Refusal } from '#server/http/refusal.ts'

/** Deep enough for a list within a list within a lifecycle. */
export const MAX_DEPTH = 6
/** A page of a hundred records with all details, or every count of every lifecycle. */
export const MAX_COST = 5_500
/** Tokens of a query: names, braces, values. */
export const MAX_TOKENS = 1_000

/** Costs are sums of products; beyond any limit their exact value does not matter. */
const COST_CAP = 1e9

interface Weight {
  readonly depth: number
  readonly cost: number
}

const refuse = (message: string) => new Refusal(400, message, { errors: [{ path: 'query', message }] })

/** The operation to run; it must be a query. */
export const operationOf = (document: DocumentNode, name: string | null | undefined): OperationDefinitionNode => {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  const meant = name ? operations.filter((each) => each.name?.value === name) : operations
  const [operation] = meant
  if (!operation) throw refuse(name ? `Unknown operation ${name}.` : 'The request has no query.')
  if (meant.length > 1) throw refuse('There are several operations: `operationName` must say which one to run.')
  const other = operations.find(({ operation: kind }) => kind !== 'query')
  if (other) throw refuse(`This endpoint is read-only: a ${other.operation} is not allowed.`)
  return operation
}

const numberOf = (node: ConstValueNode | undefined): number | undefined =>
  node?.kind === Kind.INT ? Number(node.value) : undefined

/** A field's `@cost` in the schema. */
const costOf = (field: GraphQLField<unknown, unknown>) => {
  const directive = field.astNode?.directives?.find(({ name }) => name.value === 'cost')
  const argument = (wanted: string) => directive?.arguments?.find(({ name }) => name.value === wanted)?.value
  const by = argument('itemsBy')
  return {
    value: numberOf(argument('value')) ?? 1,
    items: numberOf(argument('items')) ?? 1,
    itemsBy: by?.kind === Kind.STRING ? by.value : undefined,
  }
}

class Scales {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #variables: Readonly<Record<string, unknown>>
  readonly #operation: OperationDefinitionNode
  readonly #weighed = new Map<string, Weight>()
  readonly #open = new Set<string>()

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
  ) {
    this.#schema = schema
    this.#operation = operation
    this.#variables = variables
    this.#fragments = new Map(
      document.definitions
        .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
        .map((fragment) => [fragment.name.value, fragment]),
    )
  }

  weigh(): Weight {
    return this.#selection(this.#operation.selectionSet, this.#schema.getQueryType() ?? undefined)
  }

  #selection({ selections }: SelectionSetNode, of: GraphQLNamedType | undefined): Weight {
    let [depth, cost] = [0, 0]
    for (const selection of selections) {
      const weight =
        selection.kind === Kind.FIELD
          ? this.#field(selection, of)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? this.#fragment(selection.name.value)
            : this.#selection(selection.selectionSet, this.#typeNamed(selection.typeCondition?.name.value) ?? of)
      depth = Math.max(depth, weight.depth)
      cost = Math.min(COST_CAP, cost + weight.cost)
    }
    return { depth, cost }
  }

  #typeNamed(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : this.#schema.getType(name)
  }

  #fragment(name: string): Weight {
    const known = this.#weighed.get(name)
    if (known) return known
    const fragment = this.#fragments.get(name)
    if (!fragment) throw refuse(`Unknown fragment ${name}.`)
    if (this.#open.has(name)) throw refuse(`The fragment ${name} contains itself.`)
    this.#open.add(name)
    const weight = this.#selection(fragment.selectionSet, this.#typeNamed(fragment.typeCondition.name.value))
    this.#open.delete(name)
    this.#weighed.set(name, weight)
    return weight
  }

  #field(node: FieldNode, of: GraphQLNamedType | undefined): Weight {
    const name = node.name.value
    if (name.startsWith('__') && name !== '__typename') {
      throw refuse('Introspection is disabled. Administrators can read the schema at /api/graphql/schema.')
    }
    const field = isObjectType(of) ? of.getFields()[name] : undefined
    const { value, items } = field ? this.#itemsOf(node, field) : { value: 1, items: 1 }
    const inner = node.selectionSet
      ? this.#selection(node.selectionSet, field && getNamedType(field.type))
      : { depth: 0, cost: 0 }
    return { depth: inner.depth + 1, cost: Math.min(COST_CAP, value + items * inner.cost) }
  }

  #itemsOf(node: FieldNode, field: GraphQLField<unknown, unknown>) {
    const { value, items, itemsBy } = costOf(field)
    if (itemsBy === undefined) return { value, items }
    const given = node.arguments?.find(({ name }) => name.value === itemsBy)?.value
    const initial: unknown = field.args.find((arg) => arg.name === itemsBy)?.defaultValue
    const count =
      given?.kind === Kind.VARIABLE
        ? this.#variable(given.name.value)
        : given?.kind === Kind.INT
          ? +given.value
          : initial
    // The schema refuses values that are not numbers.
    return { value, items: typeof count === 'number' ? Math.max(1, count) : items }
  }

  #variable(name: string): unknown {
    const given = this.#variables[name]
    if (given !== undefined) return given
    const initial = this.#operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)
    return numberOf(initial?.defaultValue)
  }
}

/** The depth and cost of a query. Throws a Refusal for a fragment that contains itself, and for introspection. */
export const weigh = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Weight => new Scales(schema, document, operation, variables).weigh()

/** @throws Refusal 400 for a query over the limits */
export const holdToLimits = ({ depth, cost }: Weight): void => {
  if (depth > MAX_DEPTH)
    throw refuse(`The query is too deep: at most ${MAX_DEPTH} levels are allowed, it has ${depth}.`)
  if (cost > MAX_COST) {
    const shownCost = cost >= COST_CAP ? 'far more' : cost
    throw refuse(
      `The query costs too much: the limit is ${MAX_COST}, it costs ${shownCost}. Ask for fewer fields or a smaller page.`,
    )
  }
}
