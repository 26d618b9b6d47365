/** Whether a provider has read and accepted a document. */
import { Badge, Stack, Text } from '@mantine/core'
import type { Acknowledgment, ProviderDocument } from '#contract/documents.ts'
import { Instant } from '#screens/instant.tsx'
import type { ListColumn } from '#screens/list/list-definition.ts'

const STATES = {
  asked: { text: 'Not opened yet', color: 'yellow' },
  read: { text: 'Opened, not accepted', color: 'yellow' },
  accepted: { text: 'Accepted', color: 'green' },
  withdrawn: { text: 'Withdrawn', color: 'gray' },
  replaced: { text: 'Replaced', color: 'gray' },
} as const satisfies Record<Acknowledgment['state'], { text: string; color: string }>

const TO_ACCEPT = { text: 'To accept', color: 'yellow' }

export const isWaiting = ({ acknowledgment }: ProviderDocument): boolean =>
  acknowledgment?.state === 'asked' || acknowledgment?.state === 'read'

interface StateProps {
  readonly document: ProviderDocument
  /** To its provider, who is to accept it. */
  readonly isOwn?: boolean
}

const State = ({ document, isOwn = false }: StateProps) => {
  const { acknowledgment } = document
  if (acknowledgment === null) return '—'
  const { text, color } = isOwn && isWaiting(document) ? TO_ACCEPT : STATES[acknowledgment.state]
  return (
    // One box: on a phone, a cell's parts are laid out side by side.
    <div>
      <Badge color={color} variant="dot" tt="none">
        {text}
      </Badge>
      {acknowledgment.acceptedOnUtc !== null && (
        <Text size="xs" c="dimmed">
          <Instant at={acknowledgment.acceptedOnUtc} />
        </Text>
      )}
    </div>
  )
}

/** @param isOwn on the provider's own page */
export const acknowledgmentColumn = (isOwn: boolean): ListColumn<ProviderDocument> => ({
  key: 'acknowledgment',
  title: 'Acknowledgment',
  render: (document) => <State document={document} isOwn={isOwn} />,
})

/** With what proves it: name, time and the file's checksum. */
export const AcknowledgmentRecord = (document: ProviderDocument) => {
  const { acknowledgment } = document
  return (
    <Stack gap={2}>
      <State document={document} />
      {acknowledgment !== null && acknowledgment.sha256 !== '' && (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          By <bdi>{acknowledgment.acceptedBy}</bdi>. SHA-256 of the file: {acknowledgment.sha256}
        </Text>
      )}
    </Stack>
  )
}
