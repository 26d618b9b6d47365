import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { getAdminDocuments } from '#contract/documents.ts'
import { choiceFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import { FORGOTTEN_DAYS } from '#domain/document-form.ts'
import { counted } from '#domain/words.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconFileText } from '#ui/icons/file-text.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import { providerColumns } from './document-cells.tsx'
import { DocumentPages } from './document-pages.tsx'
import { useGenerateLetter } from './generate-letter.tsx'
import { useDocumentUpload } from './upload-document.tsx'

const SHOWN = { 1: 'unaccepted', 2: 'forgotten' } as const

const isShown = (id: number): id is keyof typeof SHOWN => id in SHOWN

export const documentCounts = defineList({
  heading: 'Manage Documents',
  filters: filtersOf(
    textFilter('search', 'Provider Name'),
    {
      ...choiceFilter(
        'show',
        'Show',
        [
          { id: 1, name: 'With documents not accepted' },
          { id: 2, name: `Not accepted for ${FORGOTTEN_DAYS} days` },
        ],
        isShown,
      ),
      noneLabel: 'All providers',
    },
    sortFilter({ providerName: 'Provider Name', providerType: 'Provider Type' }),
  ),
  filterDelay: 100,
  endpoint: getAdminDocuments,
  request: ({ search, show, sort }) => ({
    query: {
      providerName: search.trim() || undefined,
      ...(show !== undefined && { show: SHOWN[show] }),
      sort: sort || undefined,
    },
  }),
  columns: [
    ...providerColumns,
    {
      key: 'docs',
      title: 'Docs',
      render: ({ id, docs, expired, expiring, unaccepted, providerName }) => (
        <Group gap="xs">
          <Anchor
            component={Link}
            href={`/provider-documents/${id}`}
            inherit
            aria-label={`${counted(docs, 'document')} of ${providerName}`}
          >
            {docs}
          </Anchor>
          {expired > 0 && (
            <Badge color="red" variant="dot" tt="none">
              {expired} expired
            </Badge>
          )}
          {expiring > 0 && (
            <Badge color="yellow" variant="dot" tt="none">
              {expiring} expiring
            </Badge>
          )}
          {unaccepted > 0 && (
            <Badge color="blue" variant="dot" tt="none">
              {unaccepted} not accepted
            </Badge>
          )}
        </Group>
      ),
    },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ providerName }) => providerName,
  emptyText: 'No Data Available',
})

/** All providers with the number of their documents (spec 3, section 2). */
export const ManageDocumentsScreen = () => {
  const list = useList(documentCounts)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const upload = useDocumentUpload(reload)
  const letter = useGenerateLetter(reload)
  return (
    <ListView
      definition={documentCounts}
      list={list}
      above={() => <DocumentPages />}
      headerActions={() => (
        <>
          <Button variant="default" leftSection={<IconFileText size={16} aria-hidden />} onClick={() => letter.open()}>
            Generate letter
          </Button>
          <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => upload.add()}>
            Upload Document
          </Button>
        </>
      )}
    >
      {() => (
        <>
          {upload.dialog}
          {letter.dialog}
        </>
      )}
    </ListView>
  )
}
