import { useSelector } from '@xstate/react'
import { type AddressOption, getCities, getCountries, getStates } from '#contract/address.ts'
import { type Call, callOf } from '#contract/call.ts'
import type { StoredValues } from '#machines/common/record-page.ts'
import { useDetailsOf, useLookup } from '#screens/use-calls.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { lockOf } from './lock-of.ts'

const countriesOffered = callOf(getCountries, () => ({}))
const statesOf = callOf(getStates, (countryId: number) => ({ query: { countryId } }))
const citiesOf = callOf(getCities, (stateId: number) => ({ query: { stateId } }))

/** Loads the places within another, such as a country's states. */
const usePlaces = (read: Call<number, readonly AddressOption[]>, within: number | null) => {
  const places = useDetailsOf(read, within ?? undefined)
  const found = useSelector(places, ({ context }) => context.data)
  const isLoading = useSelector(places, (snapshot) => snapshot.hasTag('busy'))
  return { options: optionsOf(within === null ? [] : (found ?? [])), isLoading }
}

const optionsOf = (places: readonly AddressOption[]) => places.map(({ id, name }) => ({ id, label: name }))

interface ChosenPlace {
  readonly countryId: number | null
  readonly stateId: number | null
  readonly cityId: number | null
}

interface Props {
  readonly place: ChosenPlace
  readonly onChange: (place: ChosenPlace) => void
  /** The city's path in the form. */
  readonly cityPath: string
  readonly errorOf: (path: string) => string | undefined
  readonly isBusy: boolean
  readonly isView: boolean
}

/** Country, state and city; each has the choices of the one before. */
export const PlaceFields = ({ place, onChange, cityPath, errorOf, ...state }: Props) => {
  const { countryId, stateId, cityId } = place
  const { disabled, readOnly } = lockOf(state)
  const countries = useLookup(countriesOffered)
  const states = usePlaces(statesOf, countryId)
  const cities = usePlaces(citiesOf, stateId)
  return (
    <>
      <IdSelect
        label="Country"
        required
        disabled={disabled}
        readOnly={readOnly}
        options={optionsOf(countries)}
        value={countryId}
        onChange={(id) => onChange({ countryId: id, stateId: null, cityId: null })}
        error={errorOf('countryId')}
      />
      <IdSelect
        label="State"
        required
        disabled={disabled || (countryId === null && !readOnly)}
        readOnly={readOnly}
        {...states}
        value={stateId}
        onChange={(id) => onChange({ ...place, stateId: id, cityId: null })}
        error={errorOf('stateId')}
      />
      <IdSelect
        label="City"
        required
        disabled={disabled || (stateId === null && !readOnly)}
        readOnly={readOnly}
        {...cities}
        value={cityId}
        onChange={(id) => onChange({ ...place, cityId: id })}
        error={errorOf(cityPath)}
      />
    </>
  )
}

/** Fills in the only country of a new record, which needs no choice. */
export const onlyCountry = <Values extends { countryId: number | null }, More = null>(): Call<
  StoredValues<Values, More>,
  StoredValues<Values, More>
> =>
  callOf(
    getCountries,
    () => ({}),
    ([country, ...others], blank: StoredValues<Values, More>) =>
      country && others.length === 0 ? { ...blank, values: { ...blank.values, countryId: country.id } } : blank,
  )
