import type { Clash } from '#contract/clashes.ts'
import { clashInWords } from '#machines/schedule/clash-words.ts'
import { IconAlertTriangle } from '#ui/icons/alert-triangle.ts'
import styles from './clash-list.module.css'

/** The clashes of a session on one date. */
export const ClashList = ({ clashes }: { readonly clashes: readonly Clash[] }) => (
  <ul className={styles.clashes} aria-label="Clashes">
    {clashes.map((clash) => {
      const words = clashInWords(clash)
      return (
        <li key={words} className={styles.clash}>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{words}</span>
        </li>
      )
    })}
  </ul>
)
