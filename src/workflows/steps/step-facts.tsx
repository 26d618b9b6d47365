import { List, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ShownValue, StepDetails, WatchedStep } from '#workflows/recording/watched.ts'
import { callText, ownCalls } from './call-words.ts'
import { changeText, eventText, type WatchedNames } from './sequence-diagram.ts'
import { ShownTree } from './shown-tree.tsx'

interface Props {
  readonly step: WatchedStep
  readonly details: StepDetails | undefined
  readonly isForgotten: boolean
  readonly names: WatchedNames
  /** Whether parts have their names in the code. */
  readonly isInCode: boolean
  readonly time: string
}

const senderText = ({ sender, event, machine }: WatchedStep, { titles, of }: WatchedNames): string => {
  if (sender?.machine !== undefined) return `sent by ${titles.get(sender.machine) ?? 'a machine'}`
  if (sender?.call !== undefined) return `sent by ${of(machine).actor(sender.call)}`
  return event.startsWith('xstate.') ? '' : 'sent by the page'
}

/** An event without its type, which is the heading, in words. */
const payloadOf = ({ entries = [], ...value }: ShownValue): ShownValue => ({
  ...value,
  entries: entries.filter(({ key }) => key !== 'type'),
})
const hasPayload = (event: ShownValue): boolean => (payloadOf(event).entries?.length ?? 0) > 0

/** The details of the selected step. */
export const StepFacts = ({ step, details, isForgotten, names: watched, isInCode, time }: Props) => {
  const names = watched.of(step.machine)
  const sender = senderText(step, watched)
  const change = changeText(step, names)
  return (
    <Stack gap="xs" component="section" aria-label="Selected step">
      <div>
        <Title order={3} fz="md">
          {eventText(step.event, names)}
        </Title>
        <Text fz="sm" c="dimmed">
          {[watched.titles.get(step.machine), time, sender].filter(Boolean).join(' · ')}
        </Text>
        {change !== '' && <Text fz="sm">{change}</Text>}
      </div>
      {ownCalls(step).length + step.emitted.length > 0 && (
        <List size="sm" aria-label="Calls">
          {ownCalls(step).map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step's calls never change
            <List.Item key={index}>{callText(call, names)}</List.Item>
          ))}
          {step.emitted.map((type, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: emitted events never change
            <List.Item key={`emitted ${index}`}>emits: {names.event(type)}</List.Item>
          ))}
        </List>
      )}
      {isForgotten && (
        <Text fz="sm" c="dimmed">
          The details of this step are no longer available.
        </Text>
      )}
      {!details && !isForgotten && <Skeleton h={80} aria-label="Loading..." role="status" />}
      {details && (
        <div>
          {isInCode ? (
            <ShownTree label="Event" value={details.event} isOpen />
          ) : (
            hasPayload(details.event) && <ShownTree label="Event" value={payloadOf(details.event)} isOpen />
          )}
          <ShownTree label={isInCode ? 'Context' : 'Data'} value={details.context} isOpen />
          {details.inputs.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step's calls never change
            <ShownTree key={index} label={`Input of ${names.actor(name)}`} value={value} />
          ))}
          {details.emitted.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: emitted events never change
            <ShownTree key={`emitted ${index}`} label="Emitted" value={value} />
          ))}
          <Text fz="xs" c="dimmed" mt={4}>
            Names, notes and other text are masked.
          </Text>
        </div>
      )}
    </Stack>
  )
}
