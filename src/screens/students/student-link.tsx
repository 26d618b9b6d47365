import { useSession } from '#screens/provided.tsx'
import { RecordIconLink, RecordLink } from '#screens/record-link.tsx'
import { IconUser } from '#ui/icons/user.ts'

interface Props {
  readonly id: number
  readonly name: string
}

const usePage = (id: number) =>
  ({
    href: `/student/${id}`,
    screenKey: useSession().isAdministrator ? 'Caseloads' : 'ProviderCaseload',
  }) as const

/** A student's name, linked to the student's page for users who may open it. */
export const StudentLink = ({ id, name }: Props) => <RecordLink {...usePage(id)} name={name} />

/** The same link as an icon, for places where clicking the name does something else. */
export const StudentIconLink = ({ id, name }: Props) => (
  <RecordIconLink {...usePage(id)} icon={IconUser} noun="student" name={name} />
)
