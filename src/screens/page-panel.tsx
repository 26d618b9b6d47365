import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Call } from '#contract/call.ts'
import type { Follow } from '#contract/follow.ts'
import { DetailsPanel } from './details-panel.tsx'
import { useDetailsOf } from './use-calls.ts'

interface Props<Subject, Data> {
  readonly title: string
  /** Next to the title: where there is more of it, or buttons. */
  readonly actions?: ReactNode
  /** Keep its identity stable. */
  readonly read: Call<Subject, Data>
  /** Read again when it changes. Keep its identity stable. */
  readonly subject: Subject
  /** The message when the server sends none. */
  readonly failed: string
  /** The skeleton's, in pixels. */
  readonly height: number
  /** What others change that makes it out of date. */
  readonly follows?: readonly Follow[]
  readonly children: (data: Data) => ReactNode
}

/** A part of a page with a heading and its own call: if it fails, the rest of the page still works. */
export const PagePanel = <Subject, Data>({
  title,
  actions,
  read,
  subject,
  follows,
  ...panel
}: Props<Subject, Data>) => {
  const details = useDetailsOf(read, subject, follows)
  const headingId = useId()
  return (
    <Stack gap="xs" style={{ minWidth: 0 }}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={headingId}>
          {title}
        </Title>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      <DetailsPanel details={details} name={title} {...panel} />
    </Stack>
  )
}
