/** How users get notifications by email, as they choose it when signed in, or stop it by a link in an email. */
import { and, eq, sql } from 'drizzle-orm'
import { html } from 'hono/html'
import { audienceOf, categoriesOf, type MailChoice, NOTIFICATION_CATEGORIES } from '#domain/notifications.ts'
import { inWords, quoted } from '#domain/words.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { notificationMailChoices, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/users.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { MailServices } from '#server/mail/mail.ts'
import { readStopToken, type Stopped } from '#server/mail/mail-links.ts'
import type { Signer } from '#server/signer.ts'

interface Choice {
  readonly categoryId: number
  readonly mail: MailChoice
}

/** From now on; what still has to be sent is sent later or never, but not sooner. */
const choose = async (tx: Tx, userId: number, choices: readonly Choice[]): Promise<void> => {
  for (const { categoryId, mail } of choices) {
    await tx
      .insert(notificationMailChoices)
      .values({ userId, categoryId, mail })
      .onConflictDoUpdate({
        target: [notificationMailChoices.userId, notificationMailChoices.categoryId],
        set: { mail },
      })
    if (mail === 'atOnce') continue
    await tx
      .update(notifications)
      .set({ mail: mail === 'never' ? null : mail })
      .where(
        and(
          eq(notifications.userId, userId),
          eq(notifications.categoryId, categoryId),
          sql`${notifications.mail} is not null and ${notifications.readAt} is null`,
        ),
      )
  }
}

/** '“Schedule” and “Time Off”' */
const namesOf = ({ categoryIds }: Stopped): string =>
  inWords(NOTIFICATION_CATEGORIES.filter(({ id }) => categoryIds.includes(id)).map(({ name }) => quoted(name)))

const SETTINGS = '/notifications?settings=email'

const page = (title: string, content: ReturnType<typeof html>, status = 200) =>
  new FileReply(String(plainPage(`${title} · Homeroom`, content, title)), undefined, {
    status,
    headers: { 'Referrer-Policy': 'no-referrer' },
  })

const wrongLink = () =>
  page(
    'This link does not work',
    html`<p>Check that it was copied completely. You can also <a href="${SETTINGS}">sign in and change your email settings</a>.</p>`,
    404,
  )

/** Whose email stops; undefined if there is no such user any longer. */
const readUser = async (db: Pick<Db, 'select'>, { userId }: Stopped) => {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user
}

const meaning = (names: string, email: string) =>
  html`<p>Homeroom will no longer send email about ${names} to <b>${email}</b>. It still shows these notifications when you sign in.</p>`

const question = (names: string, email: string) =>
  page(
    `Stop email about ${names}?`,
    html`${meaning(names, email)}
      <form method="post"><button type="submit">Stop email</button></form>`,
  )

const stopped = (names: string, email: string) =>
  page(
    `Email about ${names} has stopped`,
    html`${meaning(names, email)}
      <p>To turn it on again, <a href="${SETTINGS}">sign in and change your email settings</a>: on the Notifications page, choose Email Settings.</p>`,
  )

export const createMailChoiceHandlers = ({
  auth: { mail },
  signer,
}: {
  readonly auth: Pick<MailServices, 'mail'>
  readonly signer: Signer
}): HandlersOf<'getMailChoices' | 'saveMailChoices' | 'readStopMailPage' | 'stopMail'> => ({
  getMailChoices: async ({ db, user: { userId, email, role } }) => {
    const chosen = await db.select().from(notificationMailChoices).where(eq(notificationMailChoices.userId, userId))
    return {
      email,
      isSent: mail !== undefined,
      choices: categoriesOf(audienceOf(role)).map(({ id, name, mail: byDefault }) => ({
        notificationCategoryId: id,
        name,
        mail: chosen.find(({ categoryId }) => categoryId === id)?.mail ?? byDefault,
      })),
    }
  },

  saveMailChoices: async ({ body: { choices }, db, user: { userId, role } }) => {
    const own = categoriesOf(audienceOf(role)).map(({ id }) => id)
    if (choices.some((choice) => !own.includes(choice.notificationCategoryId))) {
      throw new Refusal(400, 'You have no notifications of this category.')
    }
    await db.transaction((tx) =>
      choose(
        tx,
        userId,
        choices.map(({ notificationCategoryId: categoryId, mail: how }) => ({ categoryId, mail: how })),
      ),
    )
    return null
  },

  readStopMailPage: async ({ params: { token }, db }) => {
    const asked = readStopToken(signer, token)
    const user = asked && (await readUser(db, asked))
    return user ? question(namesOf(asked), user.email) : wrongLink()
  },

  stopMail: async ({ params: { token }, db }) => {
    const asked = readStopToken(signer, token)
    const known = asked && (await readUser(db, asked))
    if (!known) return wrongLink()
    const { userId, categoryIds } = asked
    await db.transaction(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
      const never = categoryIds.map((categoryId) => ({ categoryId, mail: 'never' as const }))
      if (user) await choose(tx, userId, never)
    })
    return stopped(namesOf(asked), known.email)
  },
})
