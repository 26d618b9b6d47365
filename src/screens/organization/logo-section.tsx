import { Button, Group, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { type Call, callOf } from '#contract/call.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { getLogo, getOrganization, logoFile, removeLogo, uploadLogo } from '#contract/organization.ts'
import { megabytesOf } from '#contract/upload.ts'
import { LOGO_ROOM, MAX_LOGO_PIXELS, organizationMessages } from '#domain/organization-form.ts'
import type { Upload } from '#machines/common/page-machines.ts'
import { FormSection } from '#screens/form/form-section.tsx'
import { UploadDialog, useUpload } from '#screens/form/upload-dialog.tsx'
import type { RowAction } from '#screens/list/list-definition.ts'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IconTrash } from '#ui/icons/trash.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import classes from './logo-section.module.css'

/** Null if there is none. */
const readLogo: Call<null, Blob | null> = {
  run: async (client, _, options) => {
    const { logo } = await client.call(getOrganization, {}, options)
    if (!logo) return null
    const { content } = await client.download(getLogo, {}, options)
    return new Blob([content], { type: logo.mediaType })
  },
}

const sendLogo: Call<Upload<null>, DataOf<typeof uploadLogo>> = {
  run: (client, { file }, options) => client.call(uploadLogo, { file }, options),
}

/** An address of the content that lasts as long as the component. */
const useObjectUrl = (content: Blob): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}

const LogoPreview = ({ content }: { readonly content: Blob }) => (
  <div className={classes.paper}>
    <img
      src={useObjectUrl(content)}
      alt="Logo, as large as on an invoice"
      style={{ maxWidth: `${LOGO_ROOM.width}pt`, maxHeight: `${LOGO_ROOM.height}pt` }}
    />
  </div>
)

const removal: RowAction<null> = {
  call: callOf(removeLogo, () => ({ body: {} })),
  question: organizationMessages.logoRemoval,
  destructiveLabel: 'Remove logo',
  failed: 'The logo was not removed',
}

const RemoveButton = ({ onDone }: { readonly onDone: () => void }) => {
  const tellAndReload = useCallback(() => {
    notifications.show({ message: organizationMessages.logoRemoved })
    onDone()
  }, [onDone])
  const { action, begin } = useRowAction(removal, tellAndReload)
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => begin(null)}>
        Remove
      </Button>
      <RowActionDialogs
        action={action}
        definition={removal}
        nameOf={() => 'Invoices that were issued keep it.'}
        onDone={tellAndReload}
        onRefused={onDone}
      />
    </>
  )
}

const UploadButton = ({ label, onDone }: { readonly label: string; readonly onDone: () => void }) => {
  const tellAndReload = useCallback(() => {
    notifications.show({ message: organizationMessages.logoSaved })
    onDone()
  }, [onDone])
  const upload = useUpload(sendLogo, { rule: logoFile, onDone: tellAndReload })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => upload.send({ type: 'upload.open' })}
      >
        {label}
      </Button>
      <UploadDialog
        upload={upload}
        fields={null}
        title="Upload Logo"
        label="Image"
        description={`A PNG or JPEG image of at most ${megabytesOf(logoFile)} MB and ${MAX_LOGO_PIXELS} × ${MAX_LOGO_PIXELS} pixels.`}
      />
    </>
  )
}

/** The logo on invoices. A change applies at once, apart from the form. */
export const LogoSection = () => {
  const logo = useDetailsOf(readLogo, null)
  const { data, message } = useSelector(logo, ({ context }) => context)
  const isFailed = useSelector(logo, (snapshot) => snapshot.hasTag('failed'))
  const reload = useCallback(() => logo.send({ type: 'details.refresh' }), [logo])
  return (
    <FormSection title="Logo">
      <Text size="sm" c="dimmed">
        Printed on invoices that are issued from now on, at most as large as shown here. A change applies at once.
      </Text>
      {isFailed ? (
        <FailedToRead message={message ?? 'The logo could not be loaded.'} onRetry={reload} />
      ) : data === undefined ? (
        <Skeleton h={72} maw={240} />
      ) : (
        <>
          {data ? <LogoPreview content={data} /> : <Text size="sm">{organizationMessages.noLogo}</Text>}
          <Group gap="xs">
            <UploadButton label={data ? 'Replace' : 'Upload'} onDone={reload} />
            {data && <RemoveButton onDone={reload} />}
          </Group>
        </>
      )}
    </FormSection>
  )
}
