import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { NotKept } from './not-kept.tsx'

/** The server's answer about a workflow. */
export interface Kept {
  /** Null if the workflow only runs in the browser. */
  readonly lifecycle: object | null
  /** The workflows that the server stores. */
  readonly lifecycles: readonly { readonly name: string }[]
}

interface Props<Subject, Data extends Kept> {
  /** Null if the host has no counts. */
  readonly details: ActorRefFrom<DetailsMachine<Subject, Data | null>>
  readonly name: string
  /** The message when the server sends none. */
  readonly failed: string
  readonly onOpen: (workflow: string) => void
  readonly children: (lifecycle: NonNullable<Data['lifecycle']>) => ReactNode
}

/** What the server keeps of a workflow, or why there is nothing. */
export const KeptPanel = <Subject, Data extends Kept>({
  details,
  name,
  failed,
  onOpen,
  children,
}: Props<Subject, Data>) => (
  <DetailsPanel details={details} name={name} failed={failed} height={320}>
    {(shown) => {
      if (shown === null) return <Text fz="sm">This server has no workflow counts.</Text>
      if (!shown.lifecycle) return <NotKept kept={shown.lifecycles.map((each) => each.name)} onOpen={onOpen} />
      return children(shown.lifecycle)
    }}
  </DetailsPanel>
)
