/** The body of a report's calls: made from its filters, checked by the rules that they keep, and read back by the server. */
import { z } from 'zod'
import { localDateSchema } from '#domain/time.ts'
import { filterId, languageId } from '../endpoint.ts'
import { type Filter, type Filters, MAX_TEXT } from '../filters.ts'

/** What the calls name the filters' values, where they have names of their own: `{ from: 'fromDateTime' }`. */
export type WireNames = Readonly<Record<string, string>>

/** On the wire. The screen makes it with `requestOf`, so its fields need no types of their own. */
export type ReportRequest = Readonly<Record<string, unknown>>

/** Null or '' asks for no bound; both days count. */
const bound = z
  .union([localDateSchema, z.literal('')])
  .nullish()
  .transform((date) => date ?? '')

const words = z
  .string()
  .max(MAX_TEXT)
  .nullish()
  .transform((text) => text?.trim() ?? '')

/** Joined by commas, as the spec's calls carry them. */
const ids = z
  .string()
  .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
  .nullish()
  .transform((text) => text ?? '')

/** A field of the body, and the way between it and the values of its filter. */
interface Field<Values> {
  readonly name: string
  readonly schema: z.ZodType
  readonly write: (values: Values) => unknown
  /** @param sent what `schema` made of the field */
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

/** Why values are refused: at the field of the body that is wrong, or that is missing. */
const problemOf = <Values>(filters: Filters<Values>, names: WireNames, values: Values) => {
  for (const filter of filters.list) {
    const message = isMissing(filter, values) ? filter.required : filter.refuse?.(values)
    const field = fieldsOf(filter, names).at(-1)
    if (message !== undefined && field) return { path: [field.name], message }
  }
  return undefined
}

/** A filter that has to be set and is not. */
export const isMissing = <Values>(filter: Filter<Values>, values: Values): boolean =>
  filter.required !== undefined &&
  JSON.stringify(filter.write(values)) === JSON.stringify(filter.write({ ...values, ...filter.none }))

export const requestOf =
  <Values>(filters: Filters<Values>, names: WireNames) =>
  (values: Values): ReportRequest =>
    Object.fromEntries(
      filters.list.flatMap((filter) => fieldsOf(filter, names).map((field) => [field.name, field.write(values)])),
    )

/** The filters' values that a body asks for, once it is parsed. */
export const valuesOf =
  <Values>(filters: Filters<Values>, names: WireNames) =>
  (body: ReportRequest): Values =>
    Object.assign(
      {},
      filters.none,
      ...filters.list.flatMap((filter) => fieldsOf(filter, names).map(({ name, read }) => read(body[name]))),
    )

/**
 * A body of the filters' fields. The client sends what it parsed, so what comes of parsing can be parsed again.
 *
 * @param more fields beside them: the page, the order
 */
export const bodyOf = <Values, More extends z.ZodRawShape>(
  filters: Filters<Values>,
  names: WireNames,
  more: More,
): z.ZodType<ReportRequest & z.output<z.ZodObject<More>>, ReportRequest> => {
  const fields = filters.list.flatMap((filter) => fieldsOf(filter, names))
  const shape = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  const read = valuesOf(filters, names)
  const body = z.object({ languageId, ...shape, ...more }).superRefine((sent, context) => {
    const problem = problemOf(filters, names, read(sent))
    if (problem) context.addIssue({ code: 'custom', ...problem })
  })
  // The shape of the filters' fields is known at run time only.
  return body as unknown as z.ZodType<ReportRequest & z.output<z.ZodObject<More>>, ReportRequest>
}
