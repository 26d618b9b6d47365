/** The documents that a provider must have: which are missing or expire, each with the way to upload it. */
import { Badge, Button, type DefaultMantineColor, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { callOf } from '#contract/call.ts'
import { getRequiredDocuments, type RequiredDocument } from '#contract/documents.ts'
import { formatDate } from '#domain/time.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import { expiryInWords } from './document-cells.tsx'
import styles from './required-documents.module.css'
import { useDocumentUpload } from './upload-document.tsx'

const COLORS: Readonly<Record<RequiredDocument['state'], DefaultMantineColor>> = {
  missing: 'red',
  expired: 'red',
  expiring: 'yellow',
  valid: 'green',
}

/** 'Expired 3 days ago' */
const stateInWords = ({ state, daysLeft, isUndated }: RequiredDocument): string => {
  if (state === 'missing') return isUndated ? 'Missing: uploaded without an expiry date' : 'Missing'
  return state === 'valid' || daysLeft === null ? 'Valid' : expiryInWords(daysLeft)
}

interface ListProps {
  readonly documents: readonly RequiredDocument[]
  readonly label: string
  /** Adds a button to those that are not valid for long. */
  readonly onUpload?: (document: RequiredDocument) => void
}

export const RequiredList = ({ documents, label, onUpload }: ListProps) => (
  <ul className={styles.list} aria-label={label}>
    {documents.map((document) => {
      const { templateTypeId, title, state, expiryDate, mayUpload } = document
      return (
        <li key={templateTypeId} className={styles.document}>
          <span className={styles.title}>{title}</span>
          <div className={styles.facts}>
            <Badge color={COLORS[state]} variant="dot" tt="none" className={styles.state}>
              {stateInWords(document)}
            </Badge>
            {expiryDate !== null && (
              <Text inherit c="dimmed" component="span">
                {state === 'expired' ? 'on' : 'until'} {formatDate(expiryDate)}
              </Text>
            )}
            {onUpload && mayUpload && state !== 'valid' && (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconUpload size={16} aria-hidden />}
                aria-label={`Upload ${title}`}
                onClick={() => onUpload(document)}
              >
                Upload
              </Button>
            )}
          </div>
        </li>
      )
    })}
  </ul>
)

const read = callOf(getRequiredDocuments, (providerId: number) => ({ query: { providerId } }))

interface Props {
  readonly providerId: number
  /** What is shown next to it: when it changes, the documents are read again. */
  readonly beside?: unknown
  /** Called when what is shown next to it is out of date. */
  readonly onUploaded?: () => void
}

/** Nothing as long as nothing is required. */
export const RequiredDocuments = ({ providerId: provider, beside, onUploaded }: Props) => {
  const follows = useMemo(
    () => [{ topic: 'documents', provider }, { topic: 'providers', provider }, { topic: 'documentTypes' }] as const,
    [provider],
  )
  const details = useDetailsOf(read, provider, follows)
  const data = useSelector(details, ({ context }) => context.data)
  const isFailed = useSelector(details, (snapshot) => snapshot.hasTag('failed'))
  const before = useRef(beside)
  useEffect(() => {
    if (before.current !== undefined && before.current !== beside) details.send({ type: 'details.refresh' })
    before.current = beside
  }, [details, beside])
  const { add, replace, dialog } = useDocumentUpload(
    useCallback(() => {
      details.send({ type: 'details.refresh' })
      onUploaded?.()
    }, [details, onUploaded]),
  )
  const upload = ({ document, templateTypeId, title: documentName }: RequiredDocument) =>
    document === null
      ? add(provider, { templateTypeId, documentName })
      : replace({ ...document, providerId: provider, templateTypeId, masterFileTitle: documentName })
  if (data === undefined ? !isFailed : data.length === 0) return null
  return (
    <Stack gap="xs" miw={0}>
      <Title order={2}>Required documents</Title>
      <DetailsPanel
        details={details}
        name="Required documents"
        failed="The required documents could not be loaded."
        height={0}
      >
        {(documents) => <RequiredList documents={documents} label="Required documents" onUpload={upload} />}
      </DetailsPanel>
      {dialog}
    </Stack>
  )
}
