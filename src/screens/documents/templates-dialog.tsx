import { Anchor } from '@mantine/core'
import { callOf, fileCallOf } from '#contract/call.ts'
import { type DocumentTemplate, getMasterTemplates, getTemplateFile } from '#contract/documents.ts'
import { defineDetailsTable } from '#screens/details/define-details.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { useFileViewer } from '#screens/use-file-viewer.tsx'
import { numberColumn } from '#ui/data-table/data-table.tsx'

const templateFile = fileCallOf(getTemplateFile, ({ id }: DocumentTemplate) => ({ query: { id } }))

const titleOf = ({ title }: DocumentTemplate) => title

/** Shows a PDF, and downloads any other file. */
export const TemplateLink = ({ template }: { readonly template: DocumentTemplate }) => {
  const viewer = useFileViewer(templateFile, titleOf)
  const download = useDownload(templateFile, 'Not downloaded')
  if (template.originalFileName === null) return '—'
  const verb = template.canBeShown ? 'View' : 'Download'
  return (
    <>
      <Anchor
        component="button"
        type="button"
        inherit
        ta="start"
        aria-label={`${verb} the template of ${template.title}`}
        onClick={() => (template.canBeShown ? viewer.open(template) : download.start(template))}
      >
        {verb}
      </Anchor>
      {viewer.viewer}
      {download.failure}
    </>
  )
}

/** The templates that providers may choose from (spec 3, section 2). */
export const templatesDialog = defineDetailsTable<null, DocumentTemplate>({
  read: callOf(getMasterTemplates, () => ({ query: { isAdmin: 'false' } })),
  titleOf: () => 'Templates',
  ariaLabel: 'Templates',
  columns: [
    numberColumn('S.No.'),
    { key: 'title', title: 'Title', isHeading: true, render: titleOf },
    { key: 'view', title: 'View', width: '7rem', render: (template) => <TemplateLink template={template} /> },
  ],
  keyOf: ({ id }) => id,
  emptyText: 'No Data Available',
})
