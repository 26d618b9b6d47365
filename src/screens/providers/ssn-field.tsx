import { Button, Group, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import { callOf } from '#contract/call.ts'
import { revealSsn } from '#contract/providers.ts'
import { isMaskedSsn } from '#domain/provider-form.ts'
import { useDetails } from '#screens/use-calls.ts'

const numberOf = callOf(
  revealSsn,
  (id: number) => ({ body: { id } }),
  ({ ssn }) => ssn,
)

interface Stored {
  readonly providerId: number
  /** '•••-••-6789'; '' if none is stored. */
  readonly ssn: string
}

interface Props {
  /** Null for a new provider. */
  readonly stored: Stored | null
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly isBusy: boolean
  readonly isView: boolean
}

const LABEL = 'Social Security Number'

interface StoredProps extends Omit<Props, 'stored'> {
  readonly stored: Stored
}

/** A stored number: masked until it is revealed, and kept until it is changed or removed. */
const StoredSsn = ({ stored, value, onChange, error, isBusy, isView }: StoredProps) => {
  const [isTyping, setIsTyping] = useState(value !== '' && !isMaskedSsn(value))
  const isRemoved = value === '' && !isTyping
  const input = useRef<HTMLInputElement>(null)
  /** The button that was pressed goes away, so the focus moves to the field. */
  const then = (act: () => void) => () => {
    act()
    input.current?.focus()
  }
  const number = useDetails(numberOf)
  const { data, message } = useSelector(number, ({ context }) => context)
  const isShown = useSelector(number, (snapshot) => snapshot.matches('shown'))
  const revealed = isShown ? data : undefined
  const isReading = useSelector(number, (snapshot) => snapshot.hasTag('busy'))
  const failure = useSelector(number, (snapshot) =>
    snapshot.hasTag('failed') ? (message ?? 'The number could not be loaded.') : undefined,
  )
  const keep = () => {
    setIsTyping(false)
    onChange(stored.ssn)
  }
  return (
    <div>
      <TextInput
        ref={input}
        label={LABEL}
        autoComplete="off"
        inputMode="numeric"
        readOnly={isBusy || !isTyping}
        value={isTyping ? (isMaskedSsn(value) ? '' : value) : isRemoved ? '' : (revealed ?? value)}
        // Without a new number, the stored one stays.
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? stored.ssn : currentTarget.value)}
        placeholder={isTyping ? '123-45-6789' : ''}
        error={error ?? failure}
        {...(isRemoved && { description: 'It is removed when you save.' })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Group gap={4} mt={4}>
        {isTyping || isRemoved ? (
          <Button variant="subtle" size="compact-xs" disabled={isBusy} onClick={then(keep)}>
            Keep the stored number
          </Button>
        ) : (
          <>
            {revealed === undefined ? (
              <Button
                variant="subtle"
                size="compact-xs"
                loading={isReading}
                onClick={then(() => number.send({ type: 'details.open', subject: stored.providerId }))}
              >
                Reveal
              </Button>
            ) : (
              <Button variant="subtle" size="compact-xs" onClick={then(() => number.send({ type: 'details.close' }))}>
                Hide
              </Button>
            )}
            {!isView && (
              <>
                <Button variant="subtle" size="compact-xs" disabled={isBusy} onClick={then(() => setIsTyping(true))}>
                  Change
                </Button>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  color="red"
                  disabled={isBusy}
                  onClick={then(() => onChange(''))}
                >
                  Remove
                </Button>
              </>
            )}
          </>
        )}
      </Group>
    </div>
  )
}

/** A Social Security number, which the browser has in full only while it is typed or revealed. */
export const SsnField = ({ stored, ...props }: Props) => {
  if (stored !== null && stored.ssn !== '') return <StoredSsn stored={stored} {...props} />
  const { value, onChange, error, isBusy } = props
  return (
    <TextInput
      label={LABEL}
      autoComplete="off"
      inputMode="numeric"
      placeholder="123-45-6789"
      readOnly={isBusy}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  )
}
