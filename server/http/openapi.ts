import { z } from 'zod'
import { type Access, type Endpoint, envelopeSchema, fieldErrorSchema } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY, isWrite } from '#contract/writes.ts'
import { LAST_EVENT_ID } from './event-stream.ts'
import type { Contract } from './handler.ts'

type JsonSchema = Record<string, unknown>

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Record<string, readonly string[]>[]
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[]
  readonly requestBody?: JsonSchema
  readonly responses: Readonly<Record<string, { description: string; content?: JsonSchema }>>
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: JsonSchema
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(z.record(z.string(), z.record(z.string(), z.unknown())).parse(schema.properties ?? {}))

const screensInWords = ({ anyOf, own = [] }: Extract<Access, { kind: 'screens' }>): string => {
  const [first = '', ...more] = anyOf
  const allowed = `Anyone with access to ${more.length > 0 ? `one of the screens ${anyOf.join(', ')}` : `the screen ${first}`}`
  if (own.length === 0) return `${allowed}.`
  if (own.length === anyOf.length) return `${allowed}, for their own data.`
  return `${allowed}; ${own.join(', ')} is only for your own data.`
}

/** The access rule in words. */
export function accessInWords(rule: Access): string {
  switch (rule.kind) {
    case 'public':
      return `Public. ${rule.why}`
    case 'signedIn':
      return 'Anyone signed in; providers only access their own data.'
    case 'roles':
      return `Only ${rule.roles.join(', ')}${rule.screen ? ` who may open the screen ${rule.screen}` : ''}.`
    case 'screens':
      return screensInWords(rule)
  }
}

function parametersOf(endpoint: Endpoint): Operation['parameters'] {
  const of = (schema: z.ZodType, place: 'path' | 'query') => {
    const json = schemaOf(schema, 'input')
    const required = z.array(z.string()).parse(json.required ?? [])
    return propertiesOf(json).map(([name, property]) => ({
      name,
      in: place,
      // zod counts values coerced from text as optional; a path has no optional parts.
      required: place === 'path' || required.includes(name),
      schema: property,
    }))
  }
  const key = { name: IDEMPOTENCY_KEY, in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }
  const lastEvent = { name: LAST_EVENT_ID, in: 'header', required: false, schema: { type: 'string' } }
  return [
    ...of(endpoint.params, 'path'),
    ...of(endpoint.query, 'query'),
    ...(isWrite(endpoint) ? [key] : []),
    ...(endpoint.events ? [lastEvent] : []),
  ]
}

/** One event of a stream. */
const eventSchemaOf = (events: NonNullable<Endpoint['events']>): JsonSchema => ({
  anyOf: Object.entries(events).map(([event, data]) => ({
    type: 'object',
    properties: { event: { const: event }, data: schemaOf(data, 'input') },
    required: ['event', 'data'],
  })),
})

/** The content of a 200 reply, by media type. */
function successOf(endpoint: Endpoint): JsonSchema {
  if (endpoint.events) return { 'text/event-stream': { schema: eventSchemaOf(endpoint.events) } }
  if (endpoint.contentType !== undefined) {
    const isText = endpoint.contentType.startsWith('text/')
    return { [endpoint.contentType]: isText ? { schema: schemaOf(endpoint.data, 'input') } : {} }
  }
  const properties = {
    statusCode: { type: 'integer' },
    message: { type: 'string' },
    data: schemaOf(endpoint.data, 'input'),
  }
  const schema = { type: 'object', properties, required: ['statusCode', 'message', 'data'] }
  return { 'application/json': { schema } }
}

/** Further statuses of an endpoint, depending on its input and access rule. */
function commonReplies(endpoint: Endpoint): Record<string, string> {
  return {
    '400': 'A field is invalid; `errors` says which',
    ...(endpoint.access.kind !== 'public' && { '401': 'No token, or an expired or invalid one' }),
    ...((endpoint.access.kind === 'roles' || endpoint.access.kind === 'screens') && { '403': 'Not for this role' }),
    ...(isWrite(endpoint) && { '422': `The ${IDEMPOTENCY_KEY} was used for another request` }),
    ...(endpoint.method !== 'GET' && {
      '408': 'The body took too long to arrive',
      '413': 'The body is too large',
      '415': 'The body has another type',
    }),
    '500': 'Something went wrong',
    '503': 'The database is not available',
    ...(isWrite(endpoint) && { '507': 'The disk is full' }),
  }
}

/** A request's body, by media type; undefined if there is none. */
function requestOf({ method, body, upload }: Endpoint): JsonSchema | undefined {
  if (method === 'GET') return undefined
  const schema = schemaOf(body, 'input')
  if (upload) {
    const properties = { ...Object.fromEntries(propertiesOf(schema)), [upload.field]: { type: 'string' } }
    const required = [...z.array(z.string()).parse(schema.required ?? []), upload.field]
    return { 'multipart/form-data': { schema: { ...schema, type: 'object', properties, required } } }
  }
  return propertiesOf(schema).length > 0 ? { 'application/json': { schema } } : undefined
}

function operationOf(name: string, endpoint: Endpoint): Operation {
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  const failures = Object.entries({ ...commonReplies(endpoint), ...endpoint.replies })
  const content = requestOf(endpoint)
  return {
    operationId: name,
    tags: [endpoint.path.split('/').filter((part) => part !== '' && part !== 'api')[0] ?? 'api'],
    summary: endpoint.summary,
    description: accessInWords(endpoint.access),
    security: endpoint.access.kind === 'public' ? [] : [{ token: [] }],
    parameters: parametersOf(endpoint),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [endpoint.success ?? 200]: { description: 'Done', content: successOf(endpoint) },
      ...Object.fromEntries(
        // 304 has no body.
        failures.map(([status, description]) => [
          status,
          { description, ...(status !== '304' && { content: failure }) },
        ]),
      ),
    },
  }
}

/** A contract as an OpenAPI 3.1 document. */
export function openApiDocument(api: Contract, version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of Object.entries(api)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  const tags = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap((operation) => operation.tags)),
  )
  const failureSchema = envelopeSchema.omit({ Message: true }).extend({ errors: z.array(fieldErrorSchema).optional() })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Homeroom',
      version,
      description:
        'Every reply is an envelope of statusCode, message and data; failures may add errors. The HTTP status equals ' +
        'statusCode, except 204, which is sent as 200. A call that changes records takes a UUID in the header ' +
        `${IDEMPOTENCY_KEY}: within a day, the same call with the same UUID gets the first reply and changes nothing.`,
    },
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: { Failure: schemaOf(failureSchema, 'input') },
    },
  }
}
