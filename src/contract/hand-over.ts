/** Handing a provider's work over to colleagues, and undoing that (docs/decisions/handing-over.md). */
import { z } from 'zod'
import { HAND_OVER_STATES, handOverChoicesSchema, handOverKeySchema, stayReasonSchema } from '#domain/hand-over.ts'
import { ANSWERS, NEWS_DAYS } from '#domain/open-work.ts'
import { plainText } from '#domain/text-rules.ts'
import { instantSchema, localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, languageId, queryFilterId } from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'

const forProviders = access.administrators('ProviderProfileInformation')

const noProvider = { 404: 'Provider not found' }
const count = z.int().nonnegative()

/** Why some dates of an item don't move; a student has no dates. */
const staySchema = z.object({ why: stayReasonSchema, dates: z.array(localDateSchema) })
export type HandOverStay = z.infer<typeof staySchema>

const busySlot = { date: localDateSchema, startTime: localTimeSchema, endTime: localTimeSchema, title: z.string() }

export const handOverClashSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), ...busySlot }),
  /** With an empty title. */
  z.object({ kind: z.literal('timeOff'), ...busySlot }),
  /** The last day at work of a student's colleague. */
  z.object({ kind: z.literal('lastDay'), date: localDateSchema }),
])

/** When the sessions are about which one decision is made. */
export const sessionTimesSchema = z.object({
  isRecurring: z.boolean(),
  /** The dates that the decision is about; may be 0. */
  count,
  first: localDateSchema,
  last: localDateSchema,
  /** The first date's. */
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  /** Sunday is 0. */
  weekdays: z.array(z.int().min(0).max(6)),
})
export type SessionTimes = z.infer<typeof sessionTimesSchema>

export const handOverItemSchema = z.object({
  key: handOverKeySchema,
  /** The session's or the student's name. */
  name: z.string(),
  schoolId: id,
  /** Null for a student. Its count is of the dates that move if a colleague takes it. */
  session: sessionTimesSchema.extend({ minutesPerWeek: count }).nullable(),
  stays: z.array(staySchema),
  /** Who takes it as chosen; null: stays with the provider. */
  toProviderId: id.nullable(),
  /** Why the chosen colleague cannot take it; null if they can. */
  problem: z.string().nullable(),
  /** The first few; `clashCount` has the number of all. */
  clashes: z.array(handOverClashSchema),
  clashCount: count,
  /** With clashes, it moves only if asked to. */
  isMoving: z.boolean(),
  /** What the preview says of it, for the hand-over itself: it is refused if that is no longer so. */
  seen: z.string(),
})
export type HandOverItem = z.infer<typeof handOverItemSchema>

export const handOverColleagueSchema = z.object({
  id,
  name: z.string(),
  /** For someone who has not chosen a password yet. */
  invitation: z.enum(['notInvited', 'invited']).nullable(),
  /** At work, if it is known. */
  lastDay: localDateSchema.nullable(),
  /** Documents that they must have and won't have on the first day, by title. */
  missingDocuments: z.array(z.string()),
  /** Works at one of the items' schools. */
  isProposed: z.boolean(),
  /** Those of the items' schools where they work. */
  schoolIds: z.array(id),
  /** How many of the items they could take without a clash. */
  free: count,
  /** Minutes per week now, and with what they are to take. */
  minutesBefore: count,
  minutesAfter: count,
})
export type HandOverColleague = z.infer<typeof handOverColleagueSchema>

const handedItemSchema = z.object({
  name: z.string(),
  schoolName: z.string(),
  toProviderId: id,
  toProviderName: z.string(),
  /** Null for a student. */
  sessions: count.nullable(),
  /** When a student goes to the colleague; null if they have, or stay. */
  movesOn: localDateSchema.nullable(),
  isUndone: z.boolean(),
  /** What did not move, or did not go back when it was undone, and why. */
  stayed: z.array(staySchema),
})

export const handOverRecordSchema = z.object({
  id,
  at: instantSchema,
  by: z.string(),
  fromDate: localDateSchema,
  state: z.enum(HAND_OVER_STATES),
  undoneAt: instantSchema.nullable(),
  undoneBy: z.string().nullable(),
  items: z.array(handedItemSchema),
})
export type HandOverRecord = z.infer<typeof handOverRecordSchema>

export const handOverPreviewSchema = z.object({
  provider: z.object({
    id,
    name: z.string(),
    type: z.string(),
    status: z.string(),
    termDate: localDateSchema.nullable(),
  }),
  from: localDateSchema,
  /** Today at the organization: the first day to choose. */
  today: localDateSchema,
  /** How many weeks the minutes are averaged over. */
  weeks: count,
  /** Scheduled minutes per week of all items, and of those that stay: the sums of the items' own. */
  minutesBefore: count,
  minutesAfter: count,
  /** By name, each with the colleague who is proposed there; null if nobody works there. */
  schools: z.array(z.object({ id, name: z.string(), proposedId: id.nullable() })),
  /** By school, sessions first. */
  items: z.array(handOverItemSchema),
  /** The best first. */
  colleagues: z.array(handOverColleagueSchema),
  /** What can't be handed over: it is settled elsewhere. */
  toSettle: z.object({
    /** Requests for time off without an answer, as their list counts them: the days of a span are one. */
    waitingRequests: count,
    /** Requests to return time off, likewise. */
    waitingReturns: count,
    /** Changes to sessions that wait for approval. */
    edits: z.array(z.object({ occurrenceId: id, title: z.string(), date: localDateSchema })),
    /** Past days that are not confirmed, and those that were rejected. */
    unconfirmedDays: count,
    rejectedDays: count,
  }),
  /** Latest first. */
  handOvers: z.array(handOverRecordSchema),
})
export type HandOverPreview = z.infer<typeof handOverPreviewSchema>

const asked = z.object({
  languageId,
  providerId: id,
  /** By default the day after the last day at work, or tomorrow. */
  from: localDateSchema.optional(),
  choices: handOverChoicesSchema.default({ toProviderId: 'proposed', anyway: false, schools: [], items: [] }),
})

export const previewHandOver = defineEndpoint({
  method: 'POST',
  path: '/api/hand-over/preview-hand-over',
  summary: "List a provider's work from a day on, who could take it, and what the choices would do",
  access: forProviders,
  body: asked,
  data: handOverPreviewSchema,
  onlyReads: true,
  replies: { 400: 'A choice is wrong', ...noProvider },
})

export const handOver = defineEndpoint({
  method: 'POST',
  path: '/api/hand-over/hand-over',
  summary: "Hand a provider's work over to colleagues as previewed",
  access: forProviders,
  body: asked.extend({
    from: localDateSchema,
    /** Each item's `seen` in the preview. */
    seen: z.array(z.object({ key: handOverKeySchema, seen: plainText().max(100) })).max(10_000),
  }),
  data: z.object({ id, items: count, sessions: count }),
  replies: {
    400: 'A choice is wrong, or nothing is chosen',
    409: 'Something changed since the preview',
    ...noProvider,
  },
})

export const workLeftSchema = z.object({
  providerId: id,
  providerName: z.string(),
  status: z.string(),
  /** At work, if it is known. */
  lastDay: localDateSchema.nullable(),
  /** The first day without the provider. */
  from: localDateSchema,
  /** From that day on. */
  sessions: count,
  students: count,
})
export type WorkLeft = z.infer<typeof workLeftSchema>

export const getWorkLeft = defineEndpoint({
  method: 'GET',
  path: '/api/hand-over/get-work-left',
  summary: 'List the providers on leave or with a last day who have sessions or students after that',
  access: forProviders,
  shows: ['handOvers', 'providers', 'sessions', 'students'],
  query: z.object(queryPaging),
  data: pageOf('workLeft', workLeftSchema),
})

export const workReceivedSchema = z.object({
  /** The hand-over's. */
  id,
  at: instantSchema,
  by: z.string(),
  /** Whose work it was. */
  providerId: id,
  providerName: z.string(),
  /** Its first day. */
  from: localDateSchema,
  /** What the caller took over, without what went back. */
  sessions: count,
  /** Names in order; before the first day, too. */
  students: z.array(z.string()),
})
export type WorkReceived = z.infer<typeof workReceivedSchema>

export const getWorkReceived = defineEndpoint({
  method: 'GET',
  path: '/api/hand-over/get-work-received',
  summary: `List the hand-overs of the last ${NEWS_DAYS} days in which the caller took over work, latest first`,
  access: access.roles('Providers', 'SpecialProvider'),
  shows: ['handOvers', 'news', 'providers', 'schools', 'students', 'users'],
  query: z.object({
    /** 2: only those that the caller has not dismissed. */
    shown: queryFilterId.pipe(z.literal(ANSWERS.map((answer) => answer.id)).optional()),
    ...queryPaging,
  }),
  data: pageOf('workReceived', workReceivedSchema),
})

const undoPreviewSchema = z.object({
  id,
  items: z.array(
    z.object({
      name: z.string(),
      schoolName: z.string(),
      /** Who has it now, after the hand-over. */
      fromProviderId: id,
      fromProviderName: z.string(),
      /** How many of its sessions go back; null for a student. */
      sessions: count.nullable(),
      goesBack: z.boolean(),
      stays: z.array(staySchema),
      /** The provider is not free for so many of them by now; they go back all the same. */
      clashCount: count,
    }),
  ),
  toProviderName: z.string(),
  /** The last day of the provider who gets it back, if it is known. */
  lastDay: localDateSchema.nullable(),
  /** Where the provider no longer works, and will again; by name. */
  schoolsAdded: z.array(z.string()),
  seen: z.string(),
})
export type UndoPreview = z.infer<typeof undoPreviewSchema>

const noHandOver = { 404: 'Hand-over not found' }

export const previewUndoHandOver = defineEndpoint({
  method: 'POST',
  path: '/api/hand-over/preview-undo-hand-over',
  summary: 'List what would go back if a hand-over were undone, and what would not',
  access: forProviders,
  body: z.object({ languageId, id }),
  data: undoPreviewSchema,
  onlyReads: true,
  replies: { ...noHandOver, 409: 'It has been undone' },
})

export const undoHandOver = defineEndpoint({
  method: 'POST',
  path: '/api/hand-over/undo-hand-over',
  summary: 'Undo a hand-over: what has not been changed since goes back, from today on',
  access: forProviders,
  body: z.object({ languageId, id, seen: plainText().max(100) }),
  data: z.object({ id, state: handOverRecordSchema.shape.state }),
  replies: { ...noHandOver, 409: 'Something changed since the preview, or nothing can go back' },
})

export const endpoints = { getWorkLeft, getWorkReceived, previewHandOver, handOver, previewUndoHandOver, undoHandOver }
