/** Document types, which the spec calls master templates: what documents of providers are, with a file to fill in. */
import { Badge, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import { type Call, callOf } from '#contract/call.ts'
import {
  addTemplate,
  type DocumentTemplate,
  deleteTemplate,
  getMasterTemplates,
  getTemplate,
  templateFile,
  updateTemplate,
  uploadTemplateFile,
} from '#contract/documents.ts'
import { combineFilters } from '#contract/filters.ts'
import { providerTypeOptions } from '#contract/type-options.ts'
import { documentMessages, templateFormSchema } from '#domain/document-form.ts'
import { counted } from '#domain/words.ts'
import type { Upload } from '#machines/common/page-machines.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { useDetailsDialog } from '#screens/details/define-details.tsx'
import { recordFields } from '#screens/form/record-fields.tsx'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { UploadDialog, useUpload } from '#screens/form/upload-dialog.tsx'
import type { ListDefinition } from '#screens/list/list-definition.ts'
import type { ListFilter } from '#screens/list/list-filter.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconForms } from '#ui/icons/forms.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import { DocumentPages } from './document-pages.tsx'
import { letterFieldsDialog } from './letter-fields-dialog.tsx'
import { TemplateLink } from './templates-dialog.tsx'

export const documentTypes: ListDefinition<DocumentTemplate, object> = {
  heading: 'Document Types',
  filters: combineFilters<object, ListFilter<object>>([]),
  // The spec's call has no pages.
  rows: {
    shows: getMasterTemplates.shows,
    run: async (client, { page, size }, options) => {
      const all = await client.call(getMasterTemplates, { query: { isAdmin: 'true' } }, options)
      return { rows: all.slice((page - 1) * size, page * size), total: all.length }
    },
  },
  columns: [
    { key: 'title', title: 'Title', isHeading: true, render: ({ title }) => title },
    {
      key: 'for',
      title: 'Who Uploads It',
      render: ({ isProviderUploadAllowedForAdmin }) =>
        isProviderUploadAllowedForAdmin ? 'Providers and administrators' : 'Administrators',
    },
    {
      key: 'required',
      title: 'Required For',
      render: ({ requiredFor }) => requiredFor.map(({ title }) => title).join(', ') || '—',
    },
    {
      key: 'template',
      title: 'Template',
      render: (template) => (
        <Group gap="xs">
          <TemplateLink template={template} />
          {template.isLetter && (
            <Badge variant="light" tt="none">
              Letter
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'docs', title: 'Docs', align: 'end', width: '6rem', render: ({ docs }) => docs },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ title }) => title,
  emptyText: 'No Data Available',
  add: { href: '/add-document-type', label: 'Add Document Type' },
  editHref: ({ id }) => `/edit-document-type/${id}`,
  deletion: {
    call: callOf(deleteTemplate, ({ id, entityCacheKey }: DocumentTemplate) => ({ body: { id, entityCacheKey } })),
    question: ({ docs, requiredFor }) =>
      [
        'Are you sure you want to delete this document type?',
        docs > 0 && `${counted(docs, 'document')} of it ${docs === 1 ? 'stays' : 'stay'}.`,
        requiredFor.length > 0 &&
          `It is then no longer required for: ${requiredFor.map(({ title }) => title).join(', ')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    destructiveLabel: 'Delete document type',
    done: documentMessages.templateDeleted,
    failed: 'Not deleted',
  },
}

type Target = Pick<DocumentTemplate, 'id' | 'entityCacheKey'>

const sendTemplate: Call<Upload<Target>, null> = {
  run: (client, { file, fields }, options) => client.call(uploadTemplateFile, { file, body: fields }, options),
}

/** What kinds of documents there are. */
export const DocumentTypesScreen = () => {
  const list = useList(documentTypes)
  const [target, setTarget] = useState<Target>()
  const tellAndReload = useCallback(() => {
    notifications.show({ message: documentMessages.templateFileSaved })
    list.send({ type: 'list.reload' })
  }, [list])
  const letterFields = useDetailsDialog(letterFieldsDialog)
  const upload = useUpload(sendTemplate, { rule: templateFile, onDone: tellAndReload })
  return (
    <ListView
      definition={documentTypes}
      list={list}
      above={() => <DocumentPages />}
      headerActions={() => (
        <Button
          variant="default"
          leftSection={<IconForms size={16} aria-hidden />}
          onClick={() => letterFields.open(null)}
        >
          Letter Fields
        </Button>
      )}
      rowActions={(template) => (
        <IconAction
          icon={IconUpload}
          label={`Upload a template for ${template.title}`}
          tooltip="Upload a template"
          onClick={() => {
            setTarget({ id: template.id, entityCacheKey: template.entityCacheKey })
            upload.send({ type: 'upload.open' })
          }}
        />
      )}
    >
      {() => (
        <>
          {letterFields.dialog}
          {target && (
            <UploadDialog
              upload={upload}
              fields={target}
              title="Upload Template"
              label="File"
              description={`${templateFile.endings.join(', ')}. It replaces the earlier one. Documents that were made from it stay as they are. A .docx with fields of letters becomes a letter template.`}
            />
          )}
        </>
      )}
    </ListView>
  )
}

type TypeForm = z.output<typeof templateFormSchema>

export const documentTypeForm: RecordPageDefinition<TypeForm> = {
  noun: 'document type',
  follows: ['documentTypes'],
  titles: { add: 'Add Document Type', edit: 'Edit Document Type' },
  blank: blankRecord({ title: '', isProviderUploadAllowedForAdmin: true, requiredForIds: [], mustExpire: false }),
  read: callOf(
    getTemplate,
    (id: number) => ({ query: { id } }),
    ({ title, isProviderUploadAllowedForAdmin, requiredFor, mustExpire, entityCacheKey }) => ({
      values: { title, isProviderUploadAllowedForAdmin, requiredForIds: requiredFor.map(({ id }) => id), mustExpire },
      version: entityCacheKey,
      more: null,
    }),
  ),
  add: callOf(addTemplate, (body: TypeForm) => ({ body })),
  edit: callOf(updateTemplate, ({ values, ...record }: EditedRecord<TypeForm>) => ({ body: { ...values, ...record } })),
  content: z.object({
    title: z.string(),
    isProviderUploadAllowedForAdmin: z.boolean(),
    requiredForIds: z.array(z.number()),
    mustExpire: z.boolean(),
  }),
  schema: () => templateFormSchema,
  done: { add: documentMessages.templateAdded, edit: documentMessages.templateUpdated },
  back: '/document-types',
  fields: recordFields([
    { name: 'title', label: 'Title' },
    { name: 'isProviderUploadAllowedForAdmin', label: 'Providers can also upload it', kind: 'checkbox' },
    {
      name: 'requiredForIds',
      label: 'Required For',
      kind: 'choices',
      isRequired: false,
      options: providerTypeOptions.call,
    },
    { name: 'mustExpire', label: 'It must have an expiry date', kind: 'checkbox' },
  ]),
}

/** Adds or changes a document type. */
export const DocumentTypeFormScreen = () => <RecordPage definition={documentTypeForm} />
