import { Anchor, List, Text } from '@mantine/core'
import { callOf, fileCallOf } from '#contract/call.ts'
import { type AttachedDocument, downloadAttachedDocument, getAttachedDocuments } from '#contract/provider-documents.ts'
import { providerMessages } from '#domain/provider-form.ts'
import { useDownload } from '#screens/use-download.tsx'

export const readDocuments = callOf(getAttachedDocuments, (providerId: number) => ({ query: { providerId } }))

const documentFile = fileCallOf(downloadAttachedDocument, (fileName: string) => ({ query: { fileName } }))

/** A provider's documents; a click downloads one. */
export const AttachedDocuments = ({ documents }: { readonly documents: readonly AttachedDocument[] }) => {
  const { isRunning, start, failure } = useDownload(documentFile, 'Attachments')
  if (documents.length === 0) return <Text c="dimmed">{providerMessages.empty}</Text>
  return (
    <>
      <List listStyleType="none" spacing={6} aria-label="Attachments">
        {documents.map(({ FileName, originalFileName }) => (
          <List.Item key={FileName} styles={{ itemWrapper: { maxWidth: '100%' }, itemLabel: { minWidth: 0 } }}>
            <Anchor
              component="button"
              type="button"
              ta="start"
              disabled={isRunning}
              style={{ overflowWrap: 'anywhere' }}
              onClick={() => start(FileName)}
            >
              <bdi>{originalFileName ?? FileName}</bdi>
            </Anchor>
          </List.Item>
        ))}
      </List>
      {failure}
    </>
  )
}
