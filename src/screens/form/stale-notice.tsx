/** Says that someone else has changed the record of an open form, before the user saves. */
import { Button, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Call } from '#contract/call.ts'
import { isStatus } from '#contract/failures.ts'
import type { Follows } from '#contract/follow.ts'
import { withThis } from '#domain/words.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import classes from '#screens/draft-notice.module.css'
import { useDetails } from '#screens/use-calls.ts'
import { useLive } from '#screens/use-live.ts'

/** How a form hears that someone else has changed its record. */
export interface Watched<Subject, Stored> {
  readonly read: Call<Subject, Stored>
  /** Undefined for a record that is not stored yet. */
  readonly subject: Subject | undefined
  readonly follows: Follows
}

export interface WatchedVersion<Subject, Stored> extends Watched<Subject, Stored> {
  readonly versionOf: (stored: Stored) => string | null
  /** The version that the form was opened with. */
  readonly version: string | null
}

/** What someone else has done to the record of an open form. */
export type Staleness = 'changed' | 'deleted'

interface Latest<Stored> {
  /** Undefined if the record is gone. */
  readonly stored: Stored | undefined
}

/** What someone else has done to the record since the form was opened; undefined if nothing. */
export const useStaleness = <Subject, Stored>({
  read,
  subject,
  versionOf,
  version,
  follows,
}: WatchedVersion<Subject, Stored>): Staleness | undefined => {
  const unattended = useMemo<Call<Subject, Latest<Stored>>>(
    () => ({
      run: async (client, input, options) => {
        try {
          return { stored: await read.run(client, input, { ...options, isUnattended: true }) }
        } catch (error) {
          if (isStatus(error, 404)) return { stored: undefined }
          throw error
        }
      },
    }),
    [read],
  )
  const latest = useDetails(unattended)
  useLive(follows, () => {
    if (subject === undefined) return
    const isRead: boolean = latest.getSnapshot().context.data !== undefined
    latest.send(isRead ? { type: 'details.follow' } : { type: 'details.open', subject })
  })
  const found = useSelector(latest, ({ context }: DetailsSnapshot<Subject, Latest<Stored>>) => context.data)
  if (found === undefined) return undefined
  if (found.stored === undefined) return 'deleted'
  return versionOf(found.stored) === version ? undefined : 'changed'
}

interface Props {
  readonly staleness: Staleness | undefined
  /** The record in messages: 'service'. */
  readonly noun: string
  /** Opens the form again with what is stored now. */
  readonly onReload: () => void
}

/** Announced politely. */
export const StaleNotice = ({ staleness, noun, onReload }: Props) => (
  <div role="status" className={classes.aboveForm}>
    {staleness !== undefined && (
      <div className={classes.notice}>
        <Text size="sm" className={classes.text}>
          {staleness === 'deleted'
            ? `Someone else has just deleted ${withThis(noun)}. Your entries can no longer be saved.`
            : `Someone else has just changed ${withThis(noun)}. Your entries stay until you load the new version.`}
        </Text>
        {staleness === 'changed' && (
          <Button size="compact-sm" variant="default" onClick={onReload}>
            Load the new version
          </Button>
        )}
      </div>
    )}
  </div>
)
