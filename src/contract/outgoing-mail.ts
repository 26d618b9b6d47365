/** The emails that the portal sends, without their text: it holds links that let their owner in. */
import { z } from 'zod'
import { MAIL_STATES } from '#domain/outgoing-mail.ts'
import { searchText } from '#domain/search-words.ts'
import { access, defineEndpoint, languageId, queryFilterId } from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'

const mailStateSchema = z.literal(MAIL_STATES.map((state) => state.id))

export const outgoingMailSchema = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  /** 1 waiting, 2 sending, 3 sent, 4 given up. */
  state: mailStateSchema,
  attempts: z.int().nonnegative(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
  createdAtUtc: z.iso.datetime(),
  /** Whether it can be sent again: not once the link in it has expired. */
  isRepeatable: z.boolean(),
})
export type OutgoingMail = z.infer<typeof outgoingMailSchema>

export const getOutgoingMail = defineEndpoint({
  method: 'GET',
  path: '/api/mail/get-outgoing-mail',
  summary: 'List emails by page, the latest first, without their text',
  access: access.roles('Administrators'),
  shows: ['mail'],
  query: z.object({
    /** Part of the recipient's address or the subject, case-insensitive. */
    keywords: searchText().optional(),
    state: queryFilterId.pipe(mailStateSchema.optional()),
    ...queryPaging,
  }),
  data: pageOf('outgoingMail', outgoingMailSchema),
})

const body = z.object({ languageId, id: z.uuid() })

export const sendMailAgain = defineEndpoint({
  method: 'POST',
  path: '/api/mail/send-again',
  summary: 'Try again to send an email that was given up',
  access: access.roles('Administrators'),
  body,
  data: z.null(),
  replies: { 409: 'It is not given up, or the link in it has expired' },
})

export const deleteMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail/delete-mail',
  summary: 'Delete an email that was given up',
  access: access.roles('Administrators'),
  body,
  data: z.null(),
  replies: { 409: 'It is not given up' },
})

export const endpoints = { getOutgoingMail, sendMailAgain, deleteMail }
