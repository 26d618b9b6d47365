/** Uploads a document, or a newer version of one (spec 3, sections 2, 4 and 5). */
import { Alert, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react'
import { z } from 'zod'
import { type Call, callOf } from '#contract/call.ts'
import {
  administratorDocumentFile,
  getDocumentLimit,
  getProviderDocumentById,
  ownDocumentFile,
  type ProviderDocument,
  uploadDocument,
} from '#contract/documents.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { Option } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import { documentTypeOptions } from '#contract/type-options.ts'
import { megabytesOf } from '#contract/upload.ts'
import { documentFormSchema, documentMessages, MAX_DOCUMENT_NAME } from '#domain/document-form.ts'
import { formatDate, localDateSchema, localOf } from '#domain/time.ts'
import type { Upload } from '#machines/common/page-machines.ts'
import { Drafted, type DraftedEntries } from '#screens/form/drafted-form.tsx'
import { type UploadActor, UploadFrame, UploadStep, useUpload } from '#screens/form/upload-dialog.tsx'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { withChosen } from '#screens/form/with-chosen.ts'
import { useSession } from '#screens/provided.tsx'
import { useDetailsOf, useLookup } from '#screens/use-calls.ts'
import { useKeepDraft } from '#screens/use-draft.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { type IdOption, IdSelect } from '#ui/id-select/id-select.tsx'

/** What the form holds besides the file, which no draft keeps. */
const entriesSchema = z.object({
  templateTypeId: z.int().nullable(),
  providerId: z.int().nullable(),
  documentName: z.string(),
  hasExpiryDate: z.boolean(),
  expiryDate: localDateSchema.or(z.literal('')),
  isAnother: z.boolean(),
})
type Entries = z.output<typeof entriesSchema>

interface Fields extends z.output<ReturnType<typeof documentFormSchema>> {
  readonly replaces: number | undefined
}

type Uploaded = DataOf<typeof uploadDocument>

const send: Call<Upload<Fields>, Uploaded> = {
  run: (client, { file, fields }, options) => {
    const { templateTypeId, providerId, documentName, hasExpiryDate, expiryDate, replaces } = fields
    return client.call(
      uploadDocument,
      {
        file,
        body: {
          templateTypeId,
          providerId,
          documentName,
          hasExpiryDate,
          // Omitted for a document that doesn't expire (spec 3, section 7).
          ...(hasExpiryDate &&
            expiryDate !== null && { expiryDate: formatDate(expiryDate), expiryOn: formatDate(expiryDate) }),
          ...(replaces !== undefined && { replaces }),
          title: documentName,
          originalFileName: file.name,
          uploadedFileName: file.name,
          providerDocumentMastertId: templateTypeId,
        },
      },
      options,
    )
  },
}

const TEMPLATES = { all: documentTypeOptions(true), own: documentTypeOptions(false) }

const limit: Call<void, readonly number[]> = callOf(
  getDocumentLimit,
  () => ({}),
  ({ maxBytes }) => [maxBytes],
)

type Replaced = Pick<
  ProviderDocument,
  'id' | 'providerId' | 'templateTypeId' | 'masterFileTitle' | 'documentName' | 'hasExpiryDate'
>

interface Preset {
  readonly templateTypeId: number
  readonly documentName: string
}

interface Subject {
  /** Undefined for a new document. */
  readonly replaced: Replaced | undefined
  /** What a new document is, if that is known. */
  readonly preset?: Preset | undefined
  /** The provider of a new document; null to ask. */
  readonly providerId: number | null
}

interface FormProps extends Subject, DraftedEntries<Entries> {
  readonly upload: UploadActor<Uploaded, Fields>
  /** Drops the draft. */
  readonly discard: () => void
}

const draftName = ({ replaced, preset, providerId }: Subject): string =>
  replaced
    ? `document/${replaced.id}/version`
    : ['document/new', providerId, preset?.templateTypeId].filter((part) => part != null).join('/')

const labeled = (options: readonly Option[]) => options.map(({ id, name }) => ({ id, label: name }))

/** Newer versions keep a type that was deleted since. */
const withReplaced = (types: readonly IdOption[], replaced: Replaced | undefined): readonly IdOption[] => {
  const id = replaced?.templateTypeId ?? null
  return replaced === undefined || id === null || types.some((type) => type.id === id)
    ? types
    : [...types, { id, label: replaced.masterFileTitle }]
}

const documentsOfProvider = callOf(
  getProviderDocumentById,
  (providerId: number) => ({ query: { providerId } }),
  ({ allProviderDocuments }) => allProviderDocuments,
)

/** A document of the provider with the same type and name, which is more likely to be renewed than to get a twin. */
const useNamesake = (
  providerId: number | null,
  { templateTypeId, documentName }: Pick<Entries, 'templateTypeId' | 'documentName'>,
): ProviderDocument | undefined => {
  const details = useDetailsOf(documentsOfProvider, providerId ?? undefined)
  const name = documentName.trim().toLowerCase()
  return useSelector(details, ({ context }) => context.data)?.find(
    (document) =>
      document.mayReplace &&
      document.providerId === providerId &&
      document.templateTypeId === templateTypeId &&
      document.documentName.toLowerCase() === name,
  )
}

interface ProviderSelectProps extends Pick<ComponentProps<typeof IdSelect>, 'value' | 'onChange' | 'error'> {
  readonly isFixed: boolean
}

/** Loads the providers' names, which only administrators choose from. */
const ProviderSelect = ({ isFixed, value, ...field }: ProviderSelectProps) => (
  <IdSelect
    label="Provider"
    required
    placeholder="Choose..."
    openOnFocus={false}
    readOnly={isFixed}
    options={withChosen(labeled(useLookup(providerOptions.call)), value)}
    value={value}
    {...field}
  />
)

const UploadForm = ({ upload, replaced, preset, providerId, restored, draft, discard }: FormProps) => {
  const { isAdministrator, timeZone } = useSession()
  const today = localOf(Date.now(), timeZone).date
  const kind = isAdministrator ? 'all' : 'own'
  const types = useLookup(TEMPLATES[kind])
  const [maxBytes] = useLookup(limit)
  const { endings } = isAdministrator ? administratorDocumentFile : ownDocumentFile
  const form = useForm<Entries>({
    initialValues: restored ?? {
      templateTypeId: replaced?.templateTypeId ?? preset?.templateTypeId ?? null,
      providerId,
      documentName: replaced?.documentName ?? preset?.documentName ?? '',
      hasExpiryDate: replaced?.hasExpiryDate ?? false,
      // The newer version expires later.
      expiryDate: '',
      isAnother: false,
    },
  })
  const { values, setFieldValue } = form
  useKeepDraft(draft, values, form.isDirty())
  const mustExpire = types.some((type) => type.id === values.templateTypeId && type.mustExpire)
  const hasExpiryDate = values.hasExpiryDate || mustExpire
  const namesake = useNamesake(values.providerId, values)
  const replaces = replaced?.id ?? (values.isAnother ? undefined : namesake?.id)
  const schema = documentFormSchema(kind)
  const { errorOf, submit } = useCheckedForm(
    form,
    schema.safeParse({ ...values, hasExpiryDate, expiryDate: values.expiryDate || null }),
    {
      onValid: (fields) => upload.send({ type: 'upload.start', fields: { ...fields, replaces } }),
      onInvalid: () => upload.send({ type: 'file.ask' }),
    },
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {replaced && (
          <Alert variant="light" color="gray">
            The earlier version is kept in the history.
          </Alert>
        )}
        {isAdministrator && (
          <ProviderSelect
            data-autofocus={providerId === null || undefined}
            isFixed={providerId !== null}
            value={values.providerId}
            onChange={(id) => setFieldValue('providerId', id)}
            error={errorOf('providerId')}
          />
        )}
        <IdSelect
          label="Template"
          data-autofocus={!isAdministrator || providerId !== null || undefined}
          required
          placeholder="Choose..."
          openOnFocus={false}
          options={withChosen(withReplaced(labeled(types), replaced), values.templateTypeId)}
          value={values.templateTypeId}
          onChange={(id) => setFieldValue('templateTypeId', id)}
          error={errorOf('templateTypeId')}
        />
        <TextInput
          label="Document Name"
          required
          autoComplete="off"
          maxLength={MAX_DOCUMENT_NAME}
          {...form.getInputProps('documentName')}
          error={errorOf('documentName')}
        />
        {replaced === undefined && namesake && (
          <Radio.Group
            label="There is a document of this type with this name"
            value={values.isAnother ? 'another' : 'newer'}
            onChange={(choice) => setFieldValue('isAnother', choice === 'another')}
          >
            <Stack gap={4} mt={4}>
              <Radio value="newer" label="Upload a newer version of it" />
              <Radio value="another" label="Add another document" />
            </Stack>
          </Radio.Group>
        )}
        <Checkbox
          label="Have Expiration Date"
          checked={hasExpiryDate}
          disabled={mustExpire}
          onChange={({ currentTarget }) => setFieldValue('hasExpiryDate', currentTarget.checked)}
        />
        <DateField
          label="Expiry Date"
          required={hasExpiryDate}
          disabled={!hasExpiryDate}
          value={values.expiryDate}
          onChange={(date) => setFieldValue('expiryDate', date)}
          error={errorOf('expiryDate')}
        />
        {hasExpiryDate && values.expiryDate !== '' && values.expiryDate < today && (
          <Text size="xs" c="orange.9" role="status">
            This date is past. The document will be listed as expired.
          </Text>
        )}
        <UploadStep
          upload={upload}
          label="File"
          maxBytes={maxBytes}
          onCancel={discard}
          description={`${endings.join(', ')}${maxBytes === undefined ? '' : `; at most ${megabytesOf({ maxBytes })} MB`}`}
        />
      </Stack>
    </form>
  )
}

interface DocumentUpload {
  /**
   * @param providerId the provider of the document, if it is known
   * @param preset what it is, if that is known
   */
  readonly add: (providerId?: number, preset?: Preset) => void
  /** Uploads a newer version. */
  readonly replace: (document: Replaced) => void
  /** Render it once. */
  readonly dialog: ReactNode
}

/** @param onDone called when the list is out of date */
export const useDocumentUpload = (onDone: () => void): DocumentUpload => {
  const { isAdministrator, providerId: own } = useSession()
  const [subject, setSubject] = useState<Subject>({ replaced: undefined, providerId: null })
  const tellAndReload = useCallback(() => {
    notifications.show({ message: documentMessages.uploaded })
    onDone()
  }, [onDone])
  const upload = useUpload(send, {
    rule: isAdministrator ? administratorDocumentFile : ownDocumentFile,
    onDone: tellAndReload,
  })
  const onSaved = useCallback((end: () => void) => upload.on('upload.done', end).unsubscribe, [upload])
  const open = (next: typeof subject) => {
    setSubject(next)
    upload.send({ type: 'upload.open' })
  }
  return {
    add: (providerId, preset) =>
      open({ replaced: undefined, preset, providerId: isAdministrator ? (providerId ?? null) : own }),
    replace: (document) => open({ replaced: document, providerId: document.providerId }),
    dialog: (
      <UploadFrame upload={upload} title={subject.replaced ? 'Upload a Newer Version' : 'Upload Document'}>
        <Drafted
          name={draftName(subject)}
          noun="document"
          missing="Choose the file again."
          content={entriesSchema}
          basis={null}
          onSaved={onSaved}
        >
          {(entries) => <UploadForm upload={upload} {...subject} {...entries} />}
        </Drafted>
      </UploadFrame>
    ),
  }
}
