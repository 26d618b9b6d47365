import { useSession } from '#screens/provided.tsx'
import { PlainName, RecordLink } from '#screens/record-link.tsx'

interface Props {
  readonly id: number
  readonly name: string
}

/** A provider's name, linked to the provider's page for administrators who may open it. */
export const ProviderLink = ({ id, name }: Props) =>
  useSession().isAdministrator ? (
    <RecordLink href={`/provider/${id}`} screenKey="ProviderProfileInformation" name={name} />
  ) : (
    <PlainName name={name} />
  )
