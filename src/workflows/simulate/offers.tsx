import { Badge, Button, Group, JsonInput, Stack, Text } from '@mantine/core'
import { capitalized } from '#domain/words.ts'
import { IconLock } from '#ui/icons/lock.ts'
import type { SimulateEvent, WrittenPayload } from './simulate.machine.ts'
import styles from './simulate.module.css'
import { useSimulateWords } from './simulate-words.ts'
import { isHeldBack, type Moment, type Offer, type OfferedCase } from './simulation.ts'
import { Why } from './why.tsx'

const HEADINGS: Record<Offer['kind'], string> = {
  event: 'Events',
  call: 'Call outcomes',
  timer: 'Timers',
}

const KINDS: readonly Offer['kind'][] = ['event', 'call', 'timer']

/** A custom payload starts as the first example's, as far as JSON can express it. */
const firstPayload = ({ cases: [first] }: Offer): string => {
  const { type: _, ...payload } = first?.event ?? { type: '' }
  try {
    return JSON.stringify(payload, undefined, 2)
  } catch {
    return '{}'
  }
}

const Writing = ({
  written,
  send,
}: {
  readonly written: WrittenPayload
  readonly send: (event: SimulateEvent) => void
}) => {
  const { names } = useSimulateWords()
  return (
    <form
      aria-label={`Payload of ${names.event(written.event)}`}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        send({ type: 'payload.send' })
      }}
    >
      <Stack gap="xs">
        <JsonInput
          label="Payload as JSON"
          value={written.text}
          onChange={(text) => send({ type: 'payload.change', text })}
          error={written.problems.length > 0 && <span className={styles.problems}>{written.problems.join('\n')}</span>}
          autosize
          minRows={3}
          maxRows={16}
          data-autofocus
          autoFocus
          spellCheck={false}
          classNames={{ input: styles.json ?? '' }}
        />
        <Group gap="xs">
          <Button type="submit" size="compact-sm">
            Send
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => send({ type: 'payload.cancel' })}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The outcome, for tooltips and screen readers. */
const resultOf = ({ moment }: OfferedCase, stateWords: (moment: Moment) => string): string => {
  if (moment.problem !== undefined) return `Would fail: ${moment.problem}`
  return isHeldBack(moment) ? 'Refused' : `Leads to ${stateWords(moment)}`
}

const OneOffer = ({
  offer,
  written,
  send,
}: {
  readonly offer: Offer
  readonly written: WrittenPayload | undefined
  readonly send: (event: SimulateEvent) => void
}) => {
  const { names, stateWords } = useSimulateWords()
  const words = names.event(offer.type)
  const held = offer.cases.filter(({ moment }) => isHeldBack(moment))
  const isWritten = written?.event === offer.type
  return (
    <fieldset aria-label={words} className={styles.offer}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text fz="sm" fw={600} title={offer.type}>
          {words}
        </Text>
        {offer.takesPayload && !isWritten && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Edit payload of ${words}`}
            disabled={written !== undefined}
            onClick={() => send({ type: 'payload.write', event: offer.type, text: firstPayload(offer) })}
          >
            Edit…
          </Button>
        )}
      </Group>
      <Group gap={6}>
        {offer.cases.map((each) => (
          <Button
            key={each.name}
            size="compact-sm"
            variant={isHeldBack(each.moment) ? 'default' : 'light'}
            leftSection={isHeldBack(each.moment) ? <IconLock size={14} aria-hidden /> : undefined}
            title={resultOf(each, stateWords)}
            aria-description={resultOf(each, stateWords)}
            disabled={written !== undefined}
            onClick={() => send({ type: 'step.take', step: each.step })}
          >
            {each.name === '' ? words : capitalized(each.name)}
          </Button>
        ))}
      </Group>
      {isWritten && written && <Writing written={written} send={send} />}
      {held.map((each) => (
        <details key={each.name} className={styles.held}>
          <summary>
            <Badge size="sm" variant="default" className={styles.badge}>
              Refused
            </Badge>{' '}
            <Text span fz="sm">
              {each.name === '' ? 'Why?' : `Why “${each.name}”?`}
            </Text>
          </summary>
          <Why branches={each.moment.branches} />
        </details>
      ))}
    </fieldset>
  )
}

/** Everything that can happen in the current state, each with its examples. */
export const Offers = ({
  offers,
  written,
  send,
}: {
  readonly offers: readonly Offer[]
  readonly written: WrittenPayload | undefined
  readonly send: (event: SimulateEvent) => void
}) =>
  KINDS.map((kind) => {
    const shown = offers.filter((offer) => offer.kind === kind)
    if (shown.length === 0) return null
    return (
      <Stack key={kind} gap="xs" component="section" aria-label={HEADINGS[kind]}>
        <Text component="h3" fw={600}>
          {HEADINGS[kind]}
        </Text>
        {shown.map((offer) => (
          <OneOffer key={offer.type} offer={offer} written={written} send={send} />
        ))}
      </Stack>
    )
  })
