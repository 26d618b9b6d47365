import { Anchor } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { mayOpen } from '#machines/session/session.machine.ts'
import { useSession, useSessionActor } from '#screens/provided.tsx'
import { IconLink } from '#ui/icon-action/icon-action.tsx'

interface Props {
  readonly id: number
  readonly name: string
}

/** Whether the signed-in user may open student pages at all; the server checks each one. */
const useMayOpenStudents = (): boolean => {
  const key = useSession().isAdministrator ? 'Caseloads' : 'ProviderCaseload'
  return useSelector(useSessionActor(), ({ context }) => mayOpen(context.userAccess, key) === true)
}

/** A student's name, linked to the student's page for users who may open it. Inherits the surrounding text style. */
export const StudentLink = ({ id, name }: Props) =>
  useMayOpenStudents() ? (
    <Anchor component={Link} href={`/student/${id}`} inherit style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Anchor>
  ) : (
    <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
  )

/** The same link as an icon, for places where clicking the name does something else. */
export const StudentIconLink = ({ id, name }: Props) =>
  useMayOpenStudents() && (
    <IconLink
      icon={IconUser}
      label={`Open student page, ${name}`}
      tooltip="Open student page"
      href={`/student/${id}`}
    />
  )
