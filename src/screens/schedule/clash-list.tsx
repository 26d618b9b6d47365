import { List } from '@mantine/core'
import type { Clash } from '#contract/session-preview.ts'
import { clashInWords } from '#machines/schedule/clash-words.ts'

/** What a session would clash with on one date. */
export const ClashList = ({ clashes }: { readonly clashes: readonly Clash[] }) => (
  <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
    {clashes.map((clash) => {
      const words = clashInWords(clash)
      return <List.Item key={words}>{words}</List.Item>
    })}
  </List>
)
