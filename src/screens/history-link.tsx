import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from 'wouter'
import { useSession } from './provided.tsx'

/** The workflows whose records have a page that links to their history. */
type RecordWorkflow =
  | 'schedule/occurrence'
  | 'schedule/provider-day'
  | 'time-off/pto-request'
  | 'people/account'
  | 'billing/day-correction'
  | 'billing/invoice'

/**
 * The address of a record's history on the Workflows page.
 *
 * @param entity the record's id in the transition log
 */
export const historyAddress = (workflow: string, entity: string): string =>
  `/workflows?${new URLSearchParams({ chart: workflow, view: 'history', detail: entity })}`

interface Props extends AnchorProps {
  readonly workflow: RecordWorkflow
  readonly entity: string
  /** The record's name, for screen readers. */
  readonly name: string
  /** Where 'History' does not say whose. */
  readonly label?: string
}

/** Leads to a record's history; only administrators, who may open it, see it. */
export const HistoryLink = ({ workflow, entity, name, label = 'History', ...looks }: Props) => {
  const { isAdministrator } = useSession()
  if (!isAdministrator) return null
  return (
    <Anchor
      size="sm"
      {...looks}
      component={Link}
      href={historyAddress(workflow, entity)}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Anchor>
  )
}
