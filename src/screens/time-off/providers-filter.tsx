import { useSelector } from '@xstate/react'
import { selectItems } from '#machines/common/lookup.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { ChoicesFilter } from '#ui/filters/choices-filter.tsx'
import { SearchFilter } from '#ui/filters/search-filter.tsx'

export interface ProviderFilterValues {
  readonly providerIds: readonly number[]
  readonly providerName: string
}

interface Props {
  readonly filters: ProviderFilterValues
  readonly onChange: (changed: Partial<ProviderFilterValues>) => void
}

/** All providers, or some. */
export const ProvidersFilter = ({ filters, onChange }: Props) => {
  const providers = useSelector(useActorRef(useProvided('providerOptions')), selectItems)
  return (
    <ChoicesFilter
      label="Providers"
      options={providers.map(({ id, providerName }) => ({ id, name: providerName }))}
      values={filters.providerIds}
      onChoose={(providerIds) => onChange({ providerIds })}
    />
  )
}

/** Part of a provider's name. */
export const ProviderNameFilter = ({ filters, onChange, onSubmit }: Props & { readonly onSubmit: () => void }) => (
  <SearchFilter
    label="Provider Name"
    value={filters.providerName}
    onType={(providerName) => onChange({ providerName })}
    onSubmit={onSubmit}
  />
)
