/** What a handler of an endpoint is given and what it may answer; all of it follows from the contract. */
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Api, EndpointName } from '#contract/api.ts'
import type { Endpoint, PublicAccess } from '#contract/endpoint.ts'
import type { UploadRule } from '#contract/upload.ts'
import type { RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { PooledDb } from '#server/db/database.ts'

/** Who calls, read from the database by the token's session; nothing of it comes from the request. */
export interface Caller {
  readonly userId: number
  readonly email: string
  readonly role: RoleName
  readonly roleId: number
  /** The provider that the user is, null for those who are none. For a provider it bounds every query. */
  readonly providerId: number | null
  /** What the role may open (spec 1, section 6). */
  readonly screens: ReadonlySet<ScreenKey>
  readonly sessionId: string
}

/** What every handler is given, whatever its endpoint. */
export interface HandlerServices {
  /** Inside `db.transaction(tx => …)` use `tx` alone: the outer handle deadlocks. */
  readonly db: PooledDb
  /** The organisation's IANA zone, which local dates and times are of. */
  readonly timeZone: string
}

export interface UploadedFile {
  /** As the user had it, without folders. Never a path to write to. */
  readonly name: string
  readonly bytes: Uint8Array
}

export interface HandlerContext<E extends Endpoint> extends HandlerServices {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  /** The file of an upload. Its name's ending and its size are as the contract says; its contents may be anything. */
  readonly file: E extends { upload: UploadRule } ? UploadedFile : undefined
  /** Null at public endpoints alone. */
  readonly user: E['access'] extends PublicAccess ? null : Caller
  /** Bound to the request's id. Never log tokens, bodies or names of students. */
  readonly log: Logger
  /** The instant at which the request came. */
  readonly now: Date
  /** The headers that some endpoints name: `token`, `userid`. */
  readonly header: (name: string) => string | undefined
  /** The address that the request came from. */
  readonly address: string
  /** Scheme, host and port at which the caller reaches this server. */
  readonly origin: string
}

/** 200 with a message beside the data: `done(data, 'Event has been added successfully')`. */
export class Done<Data> {
  readonly data: Data
  readonly message: string

  constructor(data: Data, message: string) {
    this.data = data
    this.message = message
  }
}

export const done = <Data>(data: Data, message: string): Done<Data> => new Done(data, message)

/** A reply with another success status, such as 204 (travels as HTTP 200). What fails is thrown as a `Refusal`. */
export class OtherReply {
  readonly status: number
  readonly message: string
  readonly data: unknown

  constructor(status: number, message: string, data: unknown = null) {
    this.status = status
    this.message = message
    this.data = data
  }
}

/** A reply that is a file: of an endpoint with a `contentType`. */
export class FileReply {
  readonly content: string | Uint8Array<ArrayBuffer>
  /** What it is saved as; without one it is no attachment. */
  readonly fileName: string | undefined

  constructor(content: string | Uint8Array<ArrayBuffer>, fileName?: string) {
    this.content = content
    this.fileName = fileName
  }
}

/** What a handler gives: where the contract translates a reply, the side that is not the wire's. */
type ReplyData<E extends Endpoint> = E['data'] extends z.ZodCodec ? z.output<E['data']> : z.input<E['data']>

export type Handler<E extends Endpoint> = (
  context: HandlerContext<E>,
) => Promise<E extends { contentType: string } ? FileReply : ReplyData<E> | Done<ReplyData<E>> | OtherReply>

/** Endpoints by name. */
export type Contract = Readonly<Record<string, Endpoint>>

/** A handler for every endpoint of a contract: one that is missing does not compile. */
export type ContractHandlers<Routes extends Contract> = { readonly [Name in keyof Routes]: Handler<Routes[Name]> }

/** The handlers of some of the portal's endpoints: `export const loginHandlers: HandlersOf<'signIn' | 'logout'> = { … }`. */
export type HandlersOf<Names extends EndpointName> = ContractHandlers<Pick<Api, Names>>

/** A handler for every endpoint of the portal. */
export type Handlers = ContractHandlers<Api>
