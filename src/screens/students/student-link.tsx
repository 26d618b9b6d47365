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

/** Whether the signed-in user opens students' pages. Which ones is for the server to say. */
const useMayOpenStudents = (): boolean => {
  const key = useSession().isAdministrator ? 'Caseloads' : 'ProviderCaseload'
  return useSelector(useSessionActor(), ({ context }) => mayOpen(context.userAccess, key) === true)
}

/** A student's name, which leads to the student's page for those who may open it. It looks as the text around it does. */
export const StudentLink = ({ id, name }: Props) =>
  useMayOpenStudents() ? (
    <Anchor component={Link} href={`/student/${id}`} inherit style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Anchor>
  ) : (
    <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
  )

/** The same as an icon, where a click on the name does something else. */
export const StudentIconLink = ({ id, name }: Props) =>
  useMayOpenStudents() && (
    <IconLink icon={IconUser} label={`Page of ${name}`} tooltip="Student's page" href={`/student/${id}`} />
  )
