/** What a handler of an endpoint receives and may return; all derived from the contract. */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Api, EndpointName } from '#contract/api.ts'
import type { Endpoint, PublicAccess } from '#contract/endpoint.ts'
import type { SpooledRule, UploadRule } from '#contract/upload.ts'
import type { RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { PooledDb } from '#server/db/database.ts'
import type { Spooled } from './spool.ts'

/** The caller, read from the database by the token's session; nothing here comes from the request. */
export interface Caller {
  readonly userId: number
  readonly email: string
  readonly role: RoleName
  readonly roleId: number
  /** The user's provider; null for other users. For a provider it limits every query. */
  readonly providerId: number | null
  /** The screens of the role (spec 1, section 6). */
  readonly screens: ReadonlySet<ScreenKey>
  /** At this endpoint, an administrator, too, reaches only their own records (access.ts). */
  readonly hasOwnRecordsOnly?: boolean
  readonly sessionId: string
  /** The role needs a second factor and the user has none: they may only add one. */
  readonly mustAddFactor: boolean
}

/** What rules about today need. */
export interface Clock {
  readonly now: Date
  /** The organization's IANA zone. */
  readonly timeZone: string
}

/** What every handler receives, whatever its endpoint. */
export interface HandlerServices {
  /** Inside `db.transaction(tx => …)` use only `tx`: the outer handle deadlocks. */
  readonly db: PooledDb
  /** The organization's IANA zone, for local dates and times. */
  readonly timeZone: string
}

/** A cookie that scripts can't read. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** How long the browser keeps it, in seconds, at most 400 days; 0 deletes it. Undefined: until the browser closes. */
  readonly maxAge: number | undefined
  /** Also sent when a link or redirect of another site leads to its path; otherwise no other site can send it. */
  readonly isLax?: boolean
}

export interface UploadedFile {
  /** The user's file name, without folders. Never a path to write to. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file that may be too large for the memory; it is deleted after the reply. */
export interface SpooledFile extends Spooled {
  /** As in `UploadedFile`. */
  readonly name: string
}

export interface HandlerContext<E extends Endpoint> extends HandlerServices {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  /** The file of an upload. The contract checked its extension and size; its contents may be anything. */
  readonly file: E extends { upload: SpooledRule }
    ? SpooledFile
    : E extends { upload: UploadRule }
      ? UploadedFile
      : undefined
  /** Null only at public endpoints. */
  readonly user: E['access'] extends PublicAccess ? null : Caller
  /** Bound to the request's id. Never log tokens, bodies or names of students. Few handlers need one: it costs time. */
  readonly log: () => Logger
  /** When the request arrived. */
  readonly now: Date
  /** Request headers that some endpoints declare: `token`, `userid`. */
  readonly header: (name: string) => string | undefined
  /** The client's address. */
  readonly address: string
  /** A cookie of the request. */
  readonly cookie: (name: string) => string | undefined
  /** Sends a cookie with the reply, unless the reply is a refusal. */
  readonly setCookie: (cookie: Cookie) => void
  /** Aborts when the client leaves before the reply, so that nobody works for them any longer. */
  readonly left: () => AbortSignal
  /** Scheme, host and port at which users reach this server. @throws Refusal if that is not known */
  readonly origin: () => string
}

/** 200 with a message and data: `done(data, 'Event has been added successfully')`. */
export class Done<Data> {
  readonly data: Data
  readonly message: string

  constructor(data: Data, message: string) {
    this.data = data
    this.message = message
  }
}

export const done = <Data>(data: Data, message: string): Done<Data> => new Done(data, message)

/** A reply with another success status, such as 204 (sent as HTTP 200). Failures are thrown as a `Refusal`. */
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

/** The content of a file that is sent while it is read. */
export interface StreamedContent {
  readonly stream: Readable
  /** In bytes; undefined if it is not known before. */
  readonly size: number | undefined
  /** Changes with the content. */
  readonly tag: string
}

/** The content of a file that is only made if the reader doesn't have it. */
export interface KnownContent {
  /** Changes with the content. */
  readonly tag: string
  readonly make: () => Promise<string>
}

/** A file reply, for an endpoint with a `contentType`. */
export class FileReply {
  readonly content: string | Uint8Array<ArrayBuffer> | StreamedContent | KnownContent
  /** The name to save it as; without one it is not an attachment. */
  readonly fileName: string | undefined
  readonly status: number
  /** Replaces headers of every reply; null removes one. */
  readonly headers: Readonly<Record<string, string | null>>
  /** Replaces the endpoint's, for one with files of several types. */
  readonly contentType: string | undefined

  constructor(
    content: string | Uint8Array<ArrayBuffer> | StreamedContent | KnownContent,
    fileName?: string,
    {
      status = 200,
      headers = {},
      contentType,
    }: { status?: number; headers?: Record<string, string | null>; contentType?: string } = {},
  ) {
    this.content = content
    this.fileName = fileName
    this.status = status
    this.headers = headers
    this.contentType = contentType
  }
}

/** Server-sent events, for an endpoint with `events`. Each chunk is a whole event (server/http/event-stream.ts). */
export class StreamReply {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>

  constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.body = body
  }
}

/** A handler's result: where the contract translates a reply, the untranslated side. */
type ReplyData<E extends Endpoint> = E['data'] extends z.ZodCodec ? z.output<E['data']> : z.input<E['data']>

export type Handler<E extends Endpoint> = (
  context: HandlerContext<E>,
) => Promise<
  E extends { events: object }
    ? StreamReply
    : E extends { contentType: string }
      ? FileReply
      : ReplyData<E> | Done<ReplyData<E>> | OtherReply
>

/** Endpoints by name. */
export type Contract = Readonly<Record<string, Endpoint>>

/** A handler for every endpoint of a contract: a missing one does not compile. */
export type ContractHandlers<Routes extends Contract> = { readonly [Name in keyof Routes]: Handler<Routes[Name]> }

/** The handlers of some of the portal's endpoints: `export const loginHandlers: HandlersOf<'signIn' | 'logout'> = { … }`. */
export type HandlersOf<Names extends EndpointName> = ContractHandlers<Pick<Api, Names>>

/** A handler for every endpoint of the portal. */
export type Handlers = ContractHandlers<Api>
