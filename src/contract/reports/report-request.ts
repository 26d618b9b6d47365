/** The body of a report's calls: made from its filters and parsed back into their values, by the rules that they keep. */
import { z } from 'zod'
import { localDateSchema } from '#domain/time.ts'
import { filterId, idList, languageId } from '../endpoint.ts'
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
          schema: idList,
          write: (values) => filter.get(values).join(','),
          read: (ids) => filter.set(z.array(z.number()).parse(ids)),
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

/**
 * @param more fields beside the filters': the page, the order
 * @returns parses a body into the filters' `values` beside those fields
 */
export const bodyOf = <Values, More extends z.ZodRawShape>(
  filters: Filters<Values>,
  names: WireNames,
  more: More,
): z.ZodType<{ values: Values } & z.output<z.ZodObject<More>>, ReportRequest> => {
  const fields = filters.list.flatMap((filter) => fieldsOf(filter, names))
  const shape = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  const body: z.ZodType<Record<string, unknown>, ReportRequest> = z.object({ languageId, ...shape, ...more })
  return body.transform((sent, context) => {
    const values: Values = Object.assign({}, filters.none, ...fields.map(({ name, read }) => read(sent[name])))
    const problem = problemOf(filters, names, values)
    if (problem) context.addIssue({ code: 'custom', ...problem })
    // The body's schema has parsed the other fields.
    const rest = Object.fromEntries(Object.keys(more).map((key) => [key, sent[key]]))
    return { values, ...(rest as z.output<z.ZodObject<More>>) }
  })
}
