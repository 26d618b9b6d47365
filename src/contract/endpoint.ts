/**
 * Endpoint definitions. Each endpoint is defined once, in a file per API area; the browser's typed client, the server's
 * routing and access checks, and the OpenAPI document are derived from it.
 */

import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import '#domain/schema-messages.ts'
import type { RoleName } from '#domain/roles.ts'
import { LARGEST_ID, rowId } from '#domain/row-id.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { LiveTopic } from './live-topics.ts'
import type { UploadRule } from './upload.ts'

/** Requires no token; `why` says why that is safe. */
export interface PublicAccess {
  readonly kind: 'public'
  readonly why: string
}

export type GuardedAccess =
  | {
      readonly kind: 'signedIn'
      /** Also for users whose role needs a second factor and who have none. */
      readonly isForSettingUp?: true
    }
  /** With a `screen`, the role's stored access list must also include it. */
  | { readonly kind: 'roles'; readonly roles: readonly RoleName[]; readonly screen?: ScreenKey }
  /** The role's stored access list must include one of these screens (spec 1, section 6). */
  | {
      readonly kind: 'screens'
      readonly anyOf: readonly ScreenKey[]
      /** Those for the user's own records. Administrators who have no other one reach only their records as providers. */
      readonly own?: readonly ScreenKey[]
    }

/** Who may call. There is no default: an endpoint without a rule doesn't compile. */
export type Access = PublicAccess | GuardedAccess

export const access = {
  public: (why: string): PublicAccess => ({ kind: 'public', why }),
  signedIn: { kind: 'signedIn' } satisfies GuardedAccess as GuardedAccess,
  /** Also open to users who must add a second factor before anything else. */
  settingUp: { kind: 'signedIn', isForSettingUp: true } satisfies GuardedAccess as GuardedAccess,
  roles: (...roles: RoleName[]): GuardedAccess => ({ kind: 'roles', roles }),
  /** For screens in the administrators' menu that have a key (DESIGN, section 4). */
  administrators: (screen: ScreenKey): GuardedAccess => ({ kind: 'roles', roles: ['Administrators'], screen }),
  screens: (...anyOf: ScreenKey[]): GuardedAccess => ({ kind: 'screens', anyOf }),
  /** A screen of everyone's records, which providers may have as well, and one of the caller's own. */
  records: ({ all, own }: { all: ScreenKey; own: ScreenKey }): GuardedAccess => ({
    kind: 'screens',
    anyOf: [all, own],
    own: [own],
  }),
  /** A screen of the caller's own records. */
  own: (screen: ScreenKey): GuardedAccess => ({ kind: 'screens', anyOf: [screen], own: [screen] }),
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Shape = z.ZodType

/** All under `/api`, except URLs that users see and paste into other apps. */
type Path = `/api/${string}` | `/calendar/${string}` | `/embed/${string}` | `/stop-mail/${string}`

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Data extends Shape = Shape,
  Rule extends Access = Access,
> {
  readonly method: Method
  /** Parameters are `{id}`, as in the spec. */
  readonly path: Path
  readonly summary: string
  readonly access: Rule
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The `data` of a 200 reply; not used with a `contentType`. */
  readonly data: Data
  /** The media type of a 200 reply that is a file instead of an envelope; failures are still envelopes. */
  readonly contentType?: string
  /** The uploaded file; the request is then multipart, with its other fields in `body`. */
  readonly upload?: UploadRule
  /** The call changes nothing, though its path doesn't say so (writes.ts). */
  readonly onlyReads?: true
  /** The body is not read, whatever its type: the address says everything. */
  readonly ignoresBody?: true
  /** The events of a stream, each with the schema of its data; the reply is then server-sent events. */
  readonly events?: Readonly<Record<string, Shape>>
  /** The status of success if it isn't 200. */
  readonly success?: 201
  /** The kinds of records that a reply shows: pages that follow changes read it again when others change one of them. */
  readonly shows?: readonly LiveTopic[]
  /** Statuses other than that of success with a specific meaning, for the API docs. */
  readonly replies: Readonly<Record<number, string>>
}

const none = z.object({})
type None = typeof none

interface Definition<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Data extends Shape,
  Rule extends Access,
> {
  method: Method
  path: Path
  summary: string
  access: Rule
  params?: Params
  query?: Query
  body?: Body
  data: Data
  onlyReads?: true
  ignoresBody?: true
  success?: 201
  shows?: readonly LiveTopic[]
  replies?: Record<number, string>
}

/** Missing parts default to empty objects, matching the type parameters' defaults. */
export const defineEndpoint = <
  Data extends Shape,
  Rule extends Access,
  Params extends Shape = None,
  Query extends Shape = None,
  Body extends Shape = None,
>(
  definition: Definition<Params, Query, Body, Data, Rule>,
) =>
  ({ replies: {}, params: none, query: none, body: none, ...definition }) as unknown as Endpoint<
    Params,
    Query,
    Body,
    Data,
    Rule
  >

/** An endpoint that returns a file. */
export interface FileEndpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Rule extends Access = Access,
> extends Endpoint<Params, Query, Body, z.ZodString, Rule> {
  readonly contentType: string
}

/** @param definition.method defaults to GET, which has no `body` */
export const defineFile = <
  Rule extends Access,
  Params extends Shape = None,
  Query extends Shape = None,
  Body extends Shape = None,
>({
  contentType,
  ...definition
}: Omit<Definition<Params, Query, Body, z.ZodString, Rule>, 'method' | 'data'> & {
  method?: Method
  contentType: string
}): FileEndpoint<Params, Query, Body, Rule> => ({
  ...defineEndpoint({ method: 'GET', ...definition, data: z.string() }),
  contentType,
})

/** An endpoint that takes an upload. */
export interface UploadEndpoint<
  Body extends Shape = Shape,
  Data extends Shape = Shape,
  Rule extends Access = Access,
  Upload extends UploadRule = UploadRule,
> extends Endpoint<None, None, Body, Data, Rule> {
  readonly upload: Upload
}

/** The form's other fields are text, parsed by `body`. */
export const defineUpload = <
  Data extends Shape,
  Rule extends Access,
  Upload extends UploadRule,
  Body extends Shape = None,
>({
  upload,
  ...definition
}: Omit<Definition<None, None, Body, Data, Rule>, 'method' | 'params' | 'query'> & {
  upload: Upload
}): UploadEndpoint<Body, Data, Rule, Upload> => ({
  ...defineEndpoint<Data, Rule, None, None, Body>({ ...definition, method: 'POST' }),
  upload,
})

/** An endpoint whose reply goes on: server-sent events, until either side ends it. */
export interface StreamEndpoint<Events extends Readonly<Record<string, Shape>>, Rule extends Access = Access>
  extends Endpoint<None, None, None, z.ZodString, Rule> {
  readonly contentType: 'text/event-stream'
  readonly events: Events
}

export const defineStream = <Events extends Readonly<Record<string, Shape>>, Rule extends Access>({
  events,
  ...definition
}: Omit<Definition<None, None, None, z.ZodString, Rule>, 'method' | 'data' | 'params' | 'query' | 'body'> & {
  events: Events
}): StreamEndpoint<Events, Rule> => ({
  ...defineEndpoint<z.ZodString, Rule>({ ...definition, method: 'GET', data: z.string() }),
  contentType: 'text/event-stream',
  events,
})

/** A caller's input. Empty parts can be omitted. */
export interface RequestOf<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
  /** The file of an upload. */
  file?: File
}

export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type DataOf<E extends Endpoint> = z.output<E['data']>

/** Every body includes it; there is only one language (spec 1, section 9). */
export const languageId = z.literal(1).default(1)

export const id = rowId

/** In a query string, ids arrive as text. */
export const queryId = z.coerce.number().int().positive().max(LARGEST_ID)

/** A filter's 'All' is sent as 0, null or not at all. */
export const filterId = z
  .int()
  .nonnegative()
  .max(LARGEST_ID)
  .nullish()
  .transform((value) => value || undefined)

/** The same, in a query string. */
export const queryFilterId = z.coerce
  .number()
  .int()
  .nonnegative()
  .max(LARGEST_ID)
  .optional()
  .transform((value) => value || undefined)

/** A comma-joined list of ids, as the spec's query strings carry them. */
export const idList = z
  .string()
  .regex(/^(\d{1,9})?(,\d{1,9})*$/)
  .default('')
  .transform((text) => text.split(',').filter(Boolean).map(Number))

/** The version that a change is based on; a stale one gets 409. */
export const entityCacheKey = plainText().max(20)

/** The author, sent by the HTTP client for hosts that read it. This server uses the token's user. */
export const writerId = id.optional()
export const writtenBy = { createdById: writerId, updatedById: writerId }

/** The caller's own provider, sent by the HTTP client for hosts that read it. This server uses the token's user. */
export const ownProviderId = id.optional()

/** An error for one field of the request; `path` is its name, dotted if nested. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldErrorSchema>

/**
 * The envelope of every reply. The HTTP status equals `statusCode`, except that 204 is sent as 200. Some hosts
 * capitalize `Message` (spec 1, section 8).
 */
export const envelopeSchema = z.object({
  statusCode: z.int(),
  message: z.string().optional(),
  Message: z.string().optional(),
  data: z.unknown(),
  errors: z.array(fieldErrorSchema).optional(),
})
export type Envelope = z.infer<typeof envelopeSchema>
