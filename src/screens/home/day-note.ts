import { callOf } from '#contract/call.ts'
import { addDayNote, type DayNote, getDayNote, MAX_NOTE_LENGTH } from '#contract/day.ts'
import { formatDayHeader, type LocalDate } from '#domain/time.ts'
import type { TextDialogDefinition } from '#screens/form/text-dialog.tsx'

/** Whose day. */
export interface NotedDay {
  providerId: number
  date: LocalDate
}

/** 'Daily Note': the note on a provider's whole day (spec 2, section 2.3). */
export const dayNote: TextDialogDefinition<NotedDay, DayNote> = {
  calls: {
    read: callOf(getDayNote, ({ providerId, date }) => ({ body: { id: providerId, startDateTimeUtc: date } })),
    save: callOf(addDayNote, ({ subject: { providerId, date }, stored: { entityCacheKey }, values }) => ({
      body: { id: providerId, startDateTimeUtc: date, dayNote: values, entityCacheKey },
    })),
  },
  title: () => 'Daily Note',
  field: 'dayNote',
  label: ({ date }) => formatDayHeader(date),
  maxLength: MAX_NOTE_LENGTH,
  textOf: ({ dayNote: text }) => text,
  readOnlyReason: (_, { readOnlyReason = null }) => readOnlyReason,
  noun: 'note',
  draft: ({ providerId, date }) => `day-note/${providerId}/${date}`,
  basisOf: ({ entityCacheKey }) => entityCacheKey,
  withBasis: (stored, key) => (key === null ? stored : { ...stored, entityCacheKey: key }),
  follows: ({ providerId: provider, date }) => [{ topic: 'days', provider, from: date, to: date }],
}
