import { useCallback } from 'react'
import { getExpiringDocuments } from '#contract/documents.ts'
import { choiceFilter, filtersOf } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import { documentTypeOptions } from '#contract/type-options.ts'
import { EXPIRY_SPANS, LONGEST_EXPIRY_SPAN } from '#domain/document-form.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { documentDeletion, useDocumentActions } from './document-actions.tsx'
import { documentColumns } from './document-cells.tsx'
import { DocumentPages } from './document-pages.tsx'

const EXPIRED = 1

const withinDays = (days: number) => `Expired or within ${days} days`

const spans = [{ id: EXPIRED, name: 'Expired' }, ...EXPIRY_SPANS.map((days) => ({ id: days, name: withinDays(days) }))]

const isSpan = (id: number): id is (typeof EXPIRY_SPANS)[number] | typeof EXPIRED =>
  spans.some((span) => span.id === id)

const { provider, name, type, expiry } = documentColumns

export const expiringDocuments = defineList({
  heading: 'Expiring Documents',
  filters: filtersOf(
    { ...choiceFilter('within', 'Expires', spans, isSpan), noneLabel: withinDays(LONGEST_EXPIRY_SPAN) },
    choiceFilter('provider', 'Provider', providerOptions),
    choiceFilter('type', 'Template Type', { call: documentTypeOptions(true) }),
  ),
  endpoint: getExpiringDocuments,
  request: ({ within, provider: providerId, type: templateTypeId }) => ({
    query: {
      ...(within !== undefined && { withinDays: within === EXPIRED ? 0 : within }),
      providerId,
      templateTypeId,
    },
  }),
  columns: [provider, name, type, expiry],
  keyOf: ({ id }) => id,
  nameOf: ({ documentName, providerName }) => `${documentName} of ${providerName}`,
  emptyText: 'No Data Available',
  deletion: documentDeletion,
})

/** What has expired or soon will, of all providers. */
export const ExpiryDocumentsScreen = () => {
  const list = useList(expiringDocuments)
  const { actionsOf, dialogs } = useDocumentActions(useCallback(() => list.send({ type: 'list.reload' }), [list]))
  return (
    <ListView definition={expiringDocuments} list={list} above={() => <DocumentPages />} rowActions={actionsOf}>
      {() => dialogs}
    </ListView>
  )
}
