/** Says that someone else has changed the record of an open form, before the user saves. */
import { Button, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Call } from '#contract/call.ts'
import type { LiveTopic } from '#contract/live.ts'
import { withThis } from '#domain/words.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import classes from '#screens/draft-notice.module.css'
import { useDetails } from '#screens/use-calls.ts'
import { type Follow, useLive } from '#screens/use-live.ts'

/** How a form hears that someone else has changed its record. */
export interface Watched<Subject, Stored> {
  readonly read: Call<Subject, Stored>
  /** Undefined for a record that is not stored yet. */
  readonly subject: Subject | undefined
  readonly follows: readonly (LiveTopic | Follow)[]
}

export interface WatchedVersion<Subject, Stored> extends Watched<Subject, Stored> {
  readonly versionOf: (stored: Stored) => string | null
  /** The version that the form was opened with. */
  readonly version: string | null
}

/** Whether someone else has changed the record since the form was opened. */
export const useIsOvertaken = <Subject, Stored>({
  read,
  subject,
  versionOf,
  version,
  follows,
}: WatchedVersion<Subject, Stored>): boolean => {
  const unattended = useMemo<Call<Subject, Stored>>(
    () => ({ run: (client, input, options) => read.run(client, input, { ...options, isUnattended: true }) }),
    [read],
  )
  const latest = useDetails(unattended)
  useLive(follows, () => {
    if (subject === undefined) return
    const isRead: boolean = latest.getSnapshot().context.data !== undefined
    latest.send(isRead ? { type: 'details.follow' } : { type: 'details.open', subject })
  })
  const stored = useSelector(latest, ({ context }: DetailsSnapshot<Subject, Stored>) => context.data)
  return stored !== undefined && versionOf(stored) !== version
}

interface Props {
  readonly isShown: boolean
  /** The record in messages: 'service'. */
  readonly noun: string
  /** Opens the form again with what is stored now. */
  readonly onReload: () => void
}

/** Announced politely. */
export const OvertakenNotice = ({ isShown, noun, onReload }: Props) => (
  <div role="status" className={classes.aboveForm}>
    {isShown && (
      <div className={classes.notice}>
        <Text size="sm" className={classes.text}>
          Someone else has just changed {withThis(noun)}. Your entries stay until you load the new version.
        </Text>
        <Button size="compact-sm" variant="default" onClick={onReload}>
          Load the new version
        </Button>
      </div>
    )}
  </div>
)
