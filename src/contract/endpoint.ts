/**
 * What an endpoint is. Each is written down once, in a file per API area, and everything else is derived from it: the
 * browser's typed client, the server's routing with its access check, and the OpenAPI document.
 */

import { z } from 'zod'
import type { RoleName } from '#domain/roles.ts'
import { LARGEST_ID, rowId } from '#domain/row-id.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { UploadRule } from './upload.ts'

/** No token asked; `why` says what makes that safe. */
export interface PublicAccess {
  readonly kind: 'public'
  readonly why: string
}

export type GuardedAccess =
  | { readonly kind: 'signedIn' }
  /** With a `screen`, the role's stored access list has to hold that as well. */
  | { readonly kind: 'roles'; readonly roles: readonly RoleName[]; readonly screen?: ScreenKey }
  /** The role's stored access list has to hold one of these screens (spec 1, section 6). */
  | { readonly kind: 'screens'; readonly anyOf: readonly ScreenKey[] }

/** Who may call. There is no default: an endpoint without a rule does not compile. */
export type Access = PublicAccess | GuardedAccess

export const access = {
  public: (why: string): PublicAccess => ({ kind: 'public', why }),
  signedIn: { kind: 'signedIn' } satisfies GuardedAccess as GuardedAccess,
  roles: (...roles: RoleName[]): GuardedAccess => ({ kind: 'roles', roles }),
  /** A screen of the administrators' menu that has a key (DESIGN, section 4). */
  administrators: (screen: ScreenKey): GuardedAccess => ({ kind: 'roles', roles: ['Administrators'], screen }),
  screens: (...anyOf: ScreenKey[]): GuardedAccess => ({ kind: 'screens', anyOf }),
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Shape = z.ZodType

/** From `/api`, but for what programs of others read: those show their addresses to people. */
type Path = `/api/${string}` | `/calendar/${string}`

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Data extends Shape = Shape,
  Rule extends Access = Access,
> {
  readonly method: Method
  /** Parameters as `{id}`, as the spec writes them. */
  readonly path: Path
  readonly summary: string
  readonly access: Rule
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The `data` of a 200 reply; one with a `contentType` has none. */
  readonly data: Data
  /** The media type of a 200 reply that is a file and no envelope; failures are envelopes all the same. */
  readonly contentType?: string
  /** The file that the request brings; the body is then a form of several parts, its other fields in `body`. */
  readonly upload?: UploadRule
  /** Statuses besides 200 with a meaning of their own, for the document and its readers. */
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
  replies?: Record<number, string>
}

/** A part that is left out is an empty object, which is what its type parameter then says. */
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

/** An endpoint that answers with a file. */
export interface FileEndpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Rule extends Access = Access,
> extends Endpoint<Params, Query, Body, z.ZodString, Rule> {
  readonly contentType: string
}

/** @param definition.method GET unless told, which leaves `body` out */
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

/** An endpoint that is sent a file. */
export interface UploadEndpoint<Body extends Shape = Shape, Data extends Shape = Shape, Rule extends Access = Access>
  extends Endpoint<None, None, Body, Data, Rule> {
  readonly upload: UploadRule
}

/** The form's fields besides the file are text: `body` parses them. */
export const defineUpload = <Data extends Shape, Rule extends Access, Body extends Shape = None>({
  upload,
  ...definition
}: Omit<Definition<None, None, Body, Data, Rule>, 'method' | 'params' | 'query'> & {
  upload: UploadRule
}): UploadEndpoint<Body, Data, Rule> => ({
  ...defineEndpoint<Data, Rule, None, None, Body>({ ...definition, method: 'POST' }),
  upload,
})

/** What a caller gives. Empty parts may be left out. */
export interface RequestOf<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
  /** What an upload brings. */
  file?: File
}

export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type DataOf<E extends Endpoint> = z.output<E['data']>

/** Every body carries it; there is one language (spec 1, section 9). */
export const languageId = z.literal(1).default(1)

export const id = rowId

/** Ids in a query string arrive as text. */
export const queryId = z.coerce.number().int().positive().max(LARGEST_ID)

/** 'All' in a filter travels as 0, null or nothing at all. */
export const filterId = z
  .int()
  .nonnegative()
  .max(LARGEST_ID)
  .nullish()
  .transform((value) => value || undefined)

/** The same in a query string. */
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

/** The version that a change is based on; where another was stored meanwhile, the change gets 409. */
export const entityCacheKey = z.string().max(20)

/** Who writes, on the wire for hosts that read it: the HTTP client fills it in. This server takes the token's user. */
export const writerId = id.optional()
export const writtenBy = { createdById: writerId, updatedById: writerId }

/** A message that belongs to one field of the request; `path` is the field's name, dotted where it is nested. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldErrorSchema>

/**
 * What every reply carries. The HTTP status equals `statusCode`, save 204, which travels as 200. Some hosts write
 * `Message` with a capital (spec 1, section 8).
 */
export const envelopeSchema = z.object({
  statusCode: z.int(),
  message: z.string().optional(),
  Message: z.string().optional(),
  data: z.unknown(),
  errors: z.array(fieldErrorSchema).optional(),
})
export type Envelope = z.infer<typeof envelopeSchema>
