import { Code, Text } from '@mantine/core'
import { counted } from '#domain/words.ts'
import styles from './simulate.module.css'

/** Deeper than any form's data; stops at circular references. */
const MAX_DEPTH = 8

/** The fields of an object, array or error. */
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value.map((item, at) => [String(at), item])
  if (value instanceof Error) return [['message', value.message], ...Object.entries(value)]
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? Object.entries(value) : undefined
}

/** A value in one line. */
export const shortValue = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'function') return '(function)'
  if (value instanceof Error) return value.message
  if (typeof value === 'object' && value !== null && entriesOf(value) === undefined)
    return `(${value.constructor.name})`
  try {
    const text = JSON.stringify(value) ?? String(value)
    return text.length > 200 ? `${text.slice(0, 200)}…` : text
  } catch {
    return '(circular reference)'
  }
}

const summaryOf = (value: unknown, count: number): string =>
  Array.isArray(value) ? `list of ${count}` : counted(count, 'field')

/** A collapsible value with its fields. */
export const ValueTree = ({
  name,
  value,
  depth = 0,
  isOpen = false,
}: {
  readonly name: string
  readonly value: unknown
  readonly depth?: number
  readonly isOpen?: boolean
}) => {
  const entries = depth < MAX_DEPTH ? entriesOf(value) : undefined
  if (!entries || entries.length === 0)
    return (
      <div className={styles.leaf}>
        <Text span fz="sm" fw={500}>
          {name}
        </Text>{' '}
        <Code className={styles.value}>{shortValue(value)}</Code>
      </div>
    )
  return (
    <details className={styles.branch} open={isOpen}>
      <summary>
        <Text span fz="sm" fw={500}>
          {name}
        </Text>{' '}
        <Text span fz="xs" c="dimmed">
          {summaryOf(value, entries.length)}
        </Text>
      </summary>
      {entries.map(([key, field]) => (
        <ValueTree key={key} name={key} value={field} depth={depth + 1} />
      ))}
    </details>
  )
}
