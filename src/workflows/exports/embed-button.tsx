import { Alert, Button, Code, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { callOf } from '#contract/call.ts'
import { type ChartLink, createChartLink, getChartLinks, revokeChartLink } from '#contract/chart-links.ts'
import { escapeMarkup } from '#domain/markup.ts'
import { formatInstant } from '#domain/time.ts'
import { DetailsDialog } from '#screens/details/details-dialog.tsx'
import type { RowAction } from '#screens/list/list-definition.ts'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useSession } from '#screens/provided.tsx'
import { useAction, useDetails } from '#screens/use-calls.ts'
import { CopyButton } from '#ui/copy-button/copy-button.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { IconFrame } from '#ui/icons/frame.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

const readLinks = callOf(getChartLinks, (workflow: string) => ({ body: { workflow } }))
const create = callOf(createChartLink, (workflow: string) => ({ body: { workflow } }))
const revocation: RowAction<ChartLink> = {
  call: callOf(revokeChartLink, ({ id }: ChartLink) => ({ body: { id } })),
  question: 'Are you sure you want to revoke this link?',
  destructiveLabel: 'Revoke link',
  failed: 'Not revoked',
}

/** HTML to paste into another page. */
const snippetOf = (address: string, title: string): string =>
  `<iframe src="${address}" title="${escapeMarkup(title)}" width="100%" height="700" loading="lazy" style="border:0"></iframe>`

/** The new link's address, which is shown only once. */
const NewLink = ({ address, title }: { readonly address: string; readonly title: string }) => {
  const snippet = snippetOf(address, title)
  return (
    <Alert color="green" variant="light">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          The link was created.
        </Text>
        <Text size="sm">Copy it now. For security, it can't be shown again.</Text>
        <TextInput
          label="Address"
          value={address}
          readOnly
          ref={(node: HTMLElement | null) => node?.focus()}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Textarea
          label="HTML for a page"
          value={snippet}
          readOnly
          autosize
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group gap="xs">
          <CopyButton value={address} label="Copy address" />
          <CopyButton value={snippet} label="Copy HTML" />
        </Group>
      </Stack>
    </Alert>
  )
}

const Origins = ({ origins }: { readonly origins: readonly string[] }) =>
  origins.length > 0 ? (
    <Text size="sm">Pages of {origins.join(', ')} can show it in a frame.</Text>
  ) : (
    <Alert color="yellow" variant="light" py="xs">
      No page may show charts in a frame yet: your server's operator has to allow your intranet's address first. Until
      then, links open only by themselves.
      <Text fz="xs" mt={4}>
        The server's setting is <Code>EMBED_ORIGINS</Code>.
      </Text>
    </Alert>
  )

/** Not once it was revoked; a list that is still loading has it. */
const isListed = (id: number, links: readonly ChartLink[] | undefined): boolean =>
  links === undefined || links.some((link) => link.id === id)

/** Links that show a workflow's chart with its counts in other pages: creates, lists, and revokes them. */
export const EmbedButton = ({ workflow, title }: { readonly workflow: string; readonly title: string }) => {
  const { timeZone } = useSession()
  const links = useDetails(readLinks)
  const creation = useAction(create)
  /** The link that was just created: only now is its address known. */
  const [created, setCreated] = useState<{ readonly id: number; readonly address: string }>()
  const reload = useCallback(() => links.send({ type: 'details.open', subject: workflow }), [links, workflow])
  const { action, begin } = useRowAction(revocation, reload)
  useEffect(() => {
    const { unsubscribe } = creation.on('action.done', ({ outcome }) => {
      setCreated(outcome)
      reload()
    })
    return unsubscribe
  }, [creation, reload])
  const isBusy = useSelector(creation, (snapshot) => snapshot.hasTag('busy'))
  const hasFailed = useSelector(creation, (snapshot) => snapshot.matches('failed'))
  const message = useSelector(creation, ({ context }) => context.message)
  const isRevoking = useSelector(action, (snapshot) => !snapshot.matches('idle'))
  const when = (instant: string) => formatInstant(instant, timeZone)
  const columns: readonly Column<ChartLink>[] = [
    { key: 'created', title: 'Created', render: ({ createdAtUtc }) => when(createdAtUtc) },
    { key: 'by', title: 'By', render: ({ createdBy }) => createdBy },
    {
      key: 'used',
      title: 'Last used',
      render: ({ lastUsedAtUtc }) => (lastUsedAtUtc === null ? 'Never' : when(lastUsedAtUtc)),
    },
    {
      key: 'revoke',
      title: 'Actions',
      align: 'end',
      render: (link) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Revoke the link created ${when(link.createdAtUtc)}`}
          onClick={() => begin(link)}
        >
          Revoke
        </Button>
      ),
    },
  ]
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconFrame size={16} aria-hidden />}
        style={{ alignSelf: 'start' }}
        onClick={() => {
          setCreated(undefined)
          reload()
        }}
      >
        Embed
      </Button>
      <DetailsDialog
        dialog={links}
        titleOf={() => `Embed “${title}”`}
        failure="The links could not be loaded."
        size="lg"
        isCovered={isRevoking || hasFailed}
      >
        {(data) => (
          <Stack gap="sm">
            <Text size="sm">
              A link shows this chart with its current counts in another page, such as your intranet. It needs no
              sign-in: anyone with the link can see it. It shows no names and no records.
            </Text>
            {data && <Origins origins={data.frameOrigins} />}
            {created && isListed(created.id, data?.links) && (
              <NewLink key={created.id} address={created.address} title={title} />
            )}
            <Group justify="space-between">
              <Title order={3} fz="md">
                Links
              </Title>
              <Button loading={isBusy} onClick={() => creation.send({ type: 'action.run', subject: workflow })}>
                Create link
              </Button>
            </Group>
            <DataTable
              ariaLabel="Links"
              columns={columns}
              rows={data?.links}
              keyOf={({ id }) => id}
              emptyText="There are no links yet."
            />
          </Stack>
        )}
      </DetailsDialog>
      <RowActionDialogs
        action={action}
        definition={revocation}
        nameOf={({ createdAtUtc, createdBy }) =>
          `Created ${when(createdAtUtc)} by ${createdBy}. Pages that show the chart by this link will say that it was revoked.`
        }
        onDone={reload}
      />
      {hasFailed && (
        <MessageDialog
          title="Not created"
          message={message ?? 'Please try again.'}
          onClose={() => creation.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}
