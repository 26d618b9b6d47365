import { and, desc, eq } from 'drizzle-orm'
import { html } from 'hono/html'
import { formatInstant } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { type Mail, mailJob, mailPayload } from './mail.ts'

const MOST = 50

/** The text with its addresses as links. */
const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))

/**
 * The emails that the demo would have sent, so that someone who tries it can follow the links in them. Only for the demo:
 * anyone who reads it can set anyone's password.
 */
export async function demoMessages(db: Db, mail: Mail, timeZone: string) {
  const sent = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, mailJob.name), eq(jobs.state, 'done')))
    .orderBy(desc(jobs.createdAt))
    .limit(MOST)
  const messages = sent.map(({ payload, createdAt }) => ({ ...mailPayload.parse(payload), createdAt }))
  return plainPage(
    'Messages sent by this demo',
    html`<p>This demo sends no email. Its messages are shown here, the latest first. <a href="/">Back to the portal</a></p>
      ${messages.length === 0 && html`<p>No messages yet.</p>`}
      ${messages.map(
        (message) =>
          html`<h2>${message.subject}</h2>
            <p>To ${message.to}, ${formatInstant(message.createdAt, timeZone)}</p>
            <pre>${withLinks(mail.read(message)?.text ?? 'This message can no longer be read.')}</pre>`,
      )}`,
  )
}
