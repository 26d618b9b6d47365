import { Text } from '@mantine/core'
import type { ShownValue } from '#workflows/recording/watched.ts'
import styles from './steps.module.css'

interface Props {
  readonly label: string
  readonly value: ShownValue
  readonly isOpen?: boolean
}

/** A value with its entries, expandable at each level. */
export const ShownTree = ({ label, value: { text, entries, more }, isOpen = false }: Props) => {
  if (!entries || entries.length === 0)
    return (
      <Text fz="sm" className={styles.leaf}>
        <span className={styles.key}>{label}</span> {entries && text === '' ? 'nothing' : text}
      </Text>
    )
  return (
    <details open={isOpen} className={styles.branch}>
      <summary>
        <span className={styles.key}>{label}</span>
        {text !== '' && ` ${text}`}
      </summary>
      <ul className={styles.inner}>
        {entries.map(({ key, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: masked keys look the same, and entries never move
          <li key={index}>
            <ShownTree label={key} value={value} />
          </li>
        ))}
        {more !== undefined && (
          <li>
            <Text fz="sm" c="dimmed" className={styles.leaf}>
              and {more} more
            </Text>
          </li>
        )}
      </ul>
    </details>
  )
}
