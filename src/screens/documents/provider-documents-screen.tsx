/** The documents of one provider: a page of administrators, and the provider's own (spec 3, section 2). */
import { Anchor, Button, Stack, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { Link } from 'wouter'
import type { Call } from '#contract/call.ts'
import { getProviderDocuments } from '#contract/documents.ts'
import { ApiError } from '#contract/failures.ts'
import { choiceFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import { selectListResult } from '#machines/common/paged-list.machine.ts'
import { useDetailsDialog } from '#screens/details/define-details.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { useSession } from '#screens/provided.tsx'
import { RecordFrame } from '#screens/record-frame.tsx'
import { IconFileText } from '#ui/icons/file-text.ts'
import { IconTemplate } from '#ui/icons/template.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import { acknowledgmentColumn } from './acknowledgment-cells.tsx'
import { documentDeletion, useDocumentActions } from './document-actions.tsx'
import { documentColumns } from './document-cells.tsx'
import { useGenerateLetter } from './generate-letter.tsx'
import { RequiredDocuments } from './required-documents.tsx'
import { templatesDialog } from './templates-dialog.tsx'

const { file, name, type, uploaded, expiry } = documentColumns

const SHOWN = { 1: 'unaccepted', 2: 'deleted' } as const

const isShown = (id: number): id is keyof typeof SHOWN => id in SHOWN

/** @param heading 'My Documents' */
const documentsOf = (providerId: number, heading: string, isOwn: boolean) =>
  defineList({
    heading,
    filters: filtersOf(
      textFilter('search', 'Document Title'),
      {
        ...choiceFilter(
          'show',
          'Show',
          isOwn
            ? [{ id: 1, name: 'To accept' }]
            : [
                { id: 1, name: 'Not accepted' },
                { id: 2, name: 'Deleted' },
              ],
          isShown,
        ),
        noneLabel: 'All documents',
      },
      sortFilter({ documentName: 'Document Name', masterFileTitle: 'Template Type' }),
    ),
    endpoint: getProviderDocuments,
    request: ({ search, show, sort }) => ({
      query: {
        providerId,
        documentTitle: search.trim() || undefined,
        ...(show !== undefined && { show: SHOWN[show] }),
        sort: sort || 'documentName',
      },
    }),
    columns: [name, type, file, uploaded, expiry, acknowledgmentColumn(isOwn)],
    keyOf: ({ id }) => id,
    nameOf: ({ documentName }) => documentName,
    emptyText: 'No Data Available',
    deletion: documentDeletion,
  })

interface Props {
  readonly providerId: number
  readonly heading: string
  readonly isOwn: boolean
}

const Documents = ({ providerId, heading, isOwn }: Props) => {
  const definition = useMemo(() => documentsOf(providerId, heading, isOwn), [providerId, heading, isOwn])
  const list = useList(definition)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const result = useSelector(list, selectListResult)
  const { actionsOf, add, dialogs } = useDocumentActions(reload)
  const templates = useDetailsDialog(templatesDialog)
  const letter = useGenerateLetter(reload)
  return (
    <ListView
      definition={definition}
      list={list}
      above={() => (
        <>
          {!isOwn && (
            <Anchor component={Link} href="/manage-documents" size="sm">
              Back to Manage Documents
            </Anchor>
          )}
          <RequiredDocuments providerId={providerId} beside={result} onUploaded={reload} />
        </>
      )}
      headerActions={() => (
        <>
          {isOwn && (
            <Button
              variant="default"
              leftSection={<IconTemplate size={16} aria-hidden />}
              onClick={() => templates.open(null)}
            >
              Templates
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
            onClick={() => letter.open([providerId])}
          >
            Generate letter
          </Button>
          <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => add(providerId)}>
            Upload Document
          </Button>
        </>
      )}
      rowActions={actionsOf}
    >
      {() => (
        <>
          {dialogs}
          {templates.dialog}
          {letter.dialog}
        </>
      )}
    </ListView>
  )
}

const MISSING = 'There is no such provider.'

const nameOf: Call<number, { readonly id: number; readonly name: string }> = {
  run: async (client, id, options) => {
    const provider = (await providerOptions.call.run(client, null, options)).find((one) => one.id === id)
    if (!provider) throw new ApiError(404, MISSING)
    return provider
  },
}

/** Any provider's documents, for administrators. */
export const ProviderDocumentsScreen = () => (
  <RecordFrame title="Documents" read={nameOf} missing={MISSING} failed="The provider could not be loaded.">
    {({ id, name }) => <Documents providerId={id} heading={`Documents of ${name}`} isOwn={false} />}
  </RecordFrame>
)

/** The provider's own documents. */
export const MyDocumentsScreen = () => {
  const { providerId } = useSession()
  if (providerId !== null) return <Documents providerId={providerId} heading="My Documents" isOwn />
  return (
    <Stack gap="md">
      <Title order={1}>My Documents</Title>
      Your account belongs to no provider, so it has no documents.
    </Stack>
  )
}
