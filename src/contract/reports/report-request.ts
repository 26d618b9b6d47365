/** The request body of a report's endpoints: built from its filters, validated by them, and read by the server. */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'
import { filterId, languageId } from '../endpoint.ts'
import { type Filter, type Filters, isEmpty, isMissing, MAX_TEXT } from '../filters.ts'

/** The wire's names for the filters' values that differ from ours: `{ from: 'fromDateTime' }`. */
export type WireNames = Readonly<Record<string, string>>

/** The body on the wire. Only `requestOf` builds it, so its fields have no types. */
export type ReportRequest = Readonly<Record<string, unknown>>

/** An inclusive limit; null or '' means no limit. */
const bound = z
  .union([localDateSchema, z.literal('')])
  .nullish()
  .transform((date) => date ?? '')

const words = plainText()
  .max(MAX_TEXT)
  .nullish()
  .transform((text) => text?.trim() ?? '')

/** How many records a filter can name. */
const MAX_IDS = 500

/** Separated by commas, as in the spec. */
const ids = z
  .string()
  .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
  .refine((text) => text.split(',').length <= MAX_IDS, `Choose at most ${MAX_IDS}.`)
  .nullish()
  .transform((text) => text ?? '')

/** A field of the body, and how it converts to and from its filter's values. */
interface Field<Values> {
  readonly name: string
  readonly schema: z.ZodType
  readonly write: (values: Values) => unknown
  /** @param sent the field as parsed by `schema` */
  readonly read: (sent: unknown) => Partial<Values>
}

const fieldsOf = <Values>(filter: Filter<Values>, names: WireNames): readonly Field<Values>[] => {
  const name = names[filter.key] ?? filter.key
  switch (filter.kind) {
    case 'text':
      return [{ name, schema: words, write: filter.get, read: (text) => filter.set(String(text)) }]
    case 'choice': {
      const { options } = filter
      const offered =
        'call' in options ? filterId : filterId.refine((id) => !id || options.some((one) => one.id === id))
      const read = (id: unknown) => filter.set(typeof id === 'number' ? id : undefined)
      return [{ name, schema: offered, write: (values) => filter.get(values) ?? 0, read }]
    }
    case 'choices':
      return [
        {
          name,
          schema: ids,
          write: (values) => filter.get(values).join(','),
          read: (text) => filter.set(String(text).split(',').filter(Boolean).map(Number)),
        },
      ]
    case 'dateRange':
      return (['from', 'to'] as const).map((end) => ({
        name: names[end] ?? end,
        schema: bound,
        write: (values) => filter.get(values)[end] || null,
        read: (date) => filter.set({ [end]: String(date) }),
      }))
    case 'sort':
      return []
  }
}

/**
 * The first filter that is empty but must be set to show the details of all rows.
 *
 * @param required the messages by filter
 */
export const missingForAll = <Values>(
  filters: readonly Filter<Values>[],
  values: Values,
  required: Readonly<Record<string, string>> = {},
): { readonly filter: Filter<Values>; readonly message: string } | undefined => {
  for (const filter of filters) {
    const message = required[filter.key]
    if (message !== undefined && isEmpty(filter, values)) return { filter, message }
  }
  return undefined
}

export interface RequestCodec<Values> {
  readonly requestOf: (values: Values) => ReportRequest
  /** @param body as parsed by a schema of `schemaOf` */
  readonly valuesOf: (body: ReportRequest) => Values
  /**
   * The schema of a body. The client sends the parsed body, so the output must parse again.
   *
   * @param more additional fields: the page, the order
   * @param requiredForAll filters that must be set unless one of the additional fields is: the messages by filter
   */
  readonly schemaOf: <More extends z.ZodRawShape>(
    more: More,
    requiredForAll?: Readonly<Record<string, string>>,
  ) => z.ZodType<ReportRequest & z.output<z.ZodObject<More>>, ReportRequest>
}

/**
 * Converts a report's filter values to request bodies and back.
 *
 * @param usual fields that every body has
 */
export const requestCodec = <Values>(
  filters: Filters<Values>,
  names: WireNames,
  usual: z.ZodRawShape = {},
): RequestCodec<Values> => {
  const parts = filters.list.map((filter) => ({ filter, fields: fieldsOf(filter, names) }))
  const fields = parts.flatMap((part) => part.fields)
  const shape = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  const valuesOf = (body: ReportRequest): Values =>
    Object.assign({}, filters.none, ...fields.map(({ name, read }) => read(body[name])))
  /** The first error, at the body's field that is invalid or missing. */
  const problemOf = (values: Values, requiredForAll: Readonly<Record<string, string>> | undefined) => {
    const missing = missingForAll(filters.list, values, requiredForAll)
    for (const { filter, fields: own } of parts) {
      const required = filter === missing?.filter ? missing.message : filter.refuse?.(values)
      const message = isMissing(filter, values) ? filter.required : required
      const field = own.at(-1)
      if (message !== undefined && field) return { path: [field.name], message }
    }
    return undefined
  }
  return {
    requestOf: (values) => Object.fromEntries(fields.map(({ name, write }) => [name, write(values)])),
    valuesOf,
    schemaOf: <More extends z.ZodRawShape>(more: More, requiredForAll?: Readonly<Record<string, string>>) => {
      const body = z.object({ languageId, ...usual, ...shape, ...more }).superRefine((sent, context) => {
        const isOfAll = !Object.keys(more).some((name) => (sent as ReportRequest)[name])
        const problem = problemOf(valuesOf(sent), isOfAll ? requiredForAll : undefined)
        if (problem) context.addIssue({ code: 'custom', ...problem })
      })
      // The shape of the filters' fields is known only at run time.
      return body as unknown as z.ZodType<ReportRequest & z.output<z.ZodObject<More>>, ReportRequest>
    },
  }
}
