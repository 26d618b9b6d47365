/** The search across everything, for the command palette (docs/decisions/command-palette.md). */
import { z } from 'zod'
import { searchText } from '#domain/search-words.ts'
import { localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'

export const RECORD_KINDS = ['student', 'school', 'provider', 'session', 'invoice'] as const
export const recordKindSchema = z.enum(RECORD_KINDS)
export type RecordKind = z.infer<typeof recordKindSchema>

/** A session by its occurrence. */
export const recordRefSchema = z.object({ kind: recordKindSchema, id })
export type RecordRef = z.infer<typeof recordRefSchema>

/** The most records of a kind in a reply, and the most that a browser remembers. */
export const MOST_FOUND = 6
export const MOST_RECENT = 8

export const foundRecordSchema = recordRefSchema.extend({
  name: z.string(),
  /** Tells it from others with the name: the school, the day, the period. */
  detail: z.string(),
  /** For a session: on whose calendar to show it. */
  providerId: id.nullable(),
  date: localDateSchema.nullable(),
})
export type FoundRecord = z.infer<typeof foundRecordSchema>

export const findRecords = defineEndpoint({
  method: 'POST',
  path: '/api/search/find-records',
  summary:
    'Find students, schools, providers, sessions and invoices by name, number or date, if the caller may open them',
  access: access.signedIn,
  onlyReads: true,
  body: z.object({
    languageId,
    /** Part of a name or number, a date, or both; empty finds only the recent ones. */
    words: searchText(),
    /** What the caller opened lately, latest first: comes before the others if it matches. */
    recent: z.array(recordRefSchema).max(MOST_RECENT).default([]),
  }),
  data: z.array(foundRecordSchema),
})

export const endpoints = { findRecords }
