import { Badge, Text } from '@mantine/core'
import type { ProviderDocument } from '#contract/documents.ts'
import { formatDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { Instant } from '#screens/instant.tsx'
import type { ListColumn } from '#screens/list/list-definition.ts'
import { ProviderLink } from '#screens/providers/provider-link.tsx'

/** 'Expired 3 days ago' */
export const expiryInWords = (daysLeft: number): string => {
  if (daysLeft < 0) return `Expired ${counted(-daysLeft, 'day')} ago`
  return daysLeft === 0 ? 'Expires today' : `${counted(daysLeft, 'day')} left`
}

/** The last day on which a document is valid; one that expires soon says so. */
export const Expiry = ({ of: { expiryDate, daysLeft, state } }: { readonly of: ProviderDocument }) => {
  if (expiryDate === null)
    return (
      <Text inherit c="dimmed" component="span">
        Does not expire
      </Text>
    )
  const isNear = state === 'expiring' || state === 'expired'
  return (
    // One box: on a phone, a cell's parts are laid out side by side.
    <div>
      {formatDate(expiryDate)}
      {isNear && daysLeft !== null && (
        <div>
          <Badge color={state === 'expired' ? 'red' : 'yellow'} variant="dot" tt="none">
            {expiryInWords(daysLeft)}
          </Badge>
        </div>
      )}
    </div>
  )
}

export const documentColumns = {
  provider: {
    key: 'provider',
    title: 'Provider Name',
    render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
  },
  name: {
    key: 'name',
    title: 'Document Name',
    isHeading: true,
    render: ({ documentName }) => documentName,
  },
  // The table breaks long names, and a cell keeps to itself the direction of its letters.
  file: { key: 'file', title: 'Original File Name', render: ({ originalFileName }) => originalFileName },
  type: { key: 'type', title: 'Template Type', render: ({ masterFileTitle }) => masterFileTitle || '—' },
  uploaded: { key: 'uploaded', title: 'Uploaded On', render: ({ createdOnUtc }) => <Instant at={createdOnUtc} /> },
  expiry: { key: 'expiry', title: 'Expiring On', render: (document) => <Expiry of={document} /> },
} satisfies Record<string, ListColumn<ProviderDocument>>

interface ProviderRow {
  readonly id: number
  readonly providerName: string
  readonly providerType: string
}

/** Columns of lists with a row for each provider. */
export const providerColumns = [
  {
    key: 'provider',
    title: 'Provider Name',
    isHeading: true,
    render: ({ id, providerName }) => <ProviderLink id={id} name={providerName} />,
  },
  { key: 'type', title: 'Provider Type', render: ({ providerType }) => providerType },
] satisfies ListColumn<ProviderRow>[]
