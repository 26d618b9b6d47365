import { Text } from '@mantine/core'
import dayjs from 'dayjs'
import { callOf } from '#contract/call.ts'
import { getProviderBirthdays } from '#contract/lookups.ts'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { useLookup } from '#screens/use-calls.ts'
import { useNow } from '#screens/use-now.ts'
import { IconCake } from '#ui/icons/cake.ts'
import styles from './provider-home.module.css'

const readBirthdays = callOf(getProviderBirthdays, () => ({}))

/** The providers' upcoming birthdays; nothing when there are none soon. */
export const Birthdays = () => {
  const birthdays = useLookup(readBirthdays)
  const { date: today } = useNow()
  if (birthdays.length === 0) return null
  return (
    <Text component="p" size="xs" c="dimmed" className={styles.legend}>
      <strong>
        <IconCake size={14} stroke={1.7} aria-hidden className={styles.cake} /> Birthdays:
      </strong>
      {birthdays.map(({ id, providerName, birthday }) => (
        <span key={id}>
          <bdi>
            <ProviderLink id={id} name={providerName} />
          </bdi>
          , {birthday === today ? 'today' : dayjs(birthday).format('ddd, MMM D')}
        </span>
      ))}
    </Text>
  )
}
