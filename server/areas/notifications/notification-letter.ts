/** Notifications in an email, at once or as the daily summary. */
import { NOTIFICATION_CATEGORIES } from '#domain/notifications.ts'
import { formatDate, formatInstant, type LocalDate } from '#domain/time.ts'
import { counted, quoted } from '#domain/words.ts'
import type { Letter } from '#server/mail/letter.ts'
import type { MailLinks } from '#server/mail/mail-links.ts'

export interface MailedNotification {
  readonly categoryId: number
  readonly message: string
  readonly href: string
  readonly createdAt: Date
}

/** More than these of a category are only counted. */
const MOST = 20

/** In the order of the categories. */
const groupsOf = (mailed: readonly MailedNotification[]) =>
  NOTIFICATION_CATEGORIES.map(({ id, name }) => ({
    id,
    name,
    all: mailed.filter(({ categoryId }) => categoryId === id),
  })).filter(({ all }) => all.length > 0)

/** The categories of a message. */
export const categoryIdsOf = (mailed: readonly MailedNotification[]): number[] => groupsOf(mailed).map(({ id }) => id)

const LONGEST_SUBJECT = 120

const shortened = (text: string) => {
  const characters = [...new Intl.Segmenter().segment(text)]
  if (characters.length <= LONGEST_SUBJECT) return text
  const kept = characters.slice(0, LONGEST_SUBJECT - 1).map(({ segment }) => segment)
  return `${kept.join('').trimEnd()}…`
}

const subjectOf = (mailed: readonly MailedNotification[], summaryOf: LocalDate | undefined): string => {
  if (summaryOf !== undefined) return `Your Homeroom summary of ${formatDate(summaryOf)}`
  const [only, ...others] = mailed
  return only && others.length === 0 ? shortened(only.message) : `${mailed.length} new notifications in Homeroom`
}

/**
 * @param mailed the latest first
 * @param at.summaryOf the day of a daily summary; undefined for what is sent at once
 */
export const notificationLetter = (
  { userId, name }: { readonly userId: number; readonly name: string },
  mailed: readonly MailedNotification[],
  { links, timeZone, summaryOf }: { links: MailLinks; timeZone: string; summaryOf: LocalDate | undefined },
): Letter => {
  const groups = groupsOf(mailed)
  const counts = counted(mailed.length, `${summaryOf === undefined ? 'new' : 'unread'} notification`)
  return {
    subject: subjectOf(mailed, summaryOf),
    lines: [
      `Hello ${name},`,
      `You have ${counts} in Homeroom.`,
      ...groups.flatMap(({ id, name: category, all }) => [
        { heading: category },
        {
          items: all.slice(0, MOST).map(({ message, href, createdAt }) => ({
            text: message,
            note: formatInstant(createdAt, timeZone),
            href: links.to(href),
          })),
        },
        ...(all.length > MOST
          ? [{ label: `${all.length - MOST} more`, href: links.to(`/notifications?category=${id}`), isFootnote: true }]
          : []),
      ]),
      'Emails leave out the names of students, titles and reasons. Homeroom shows them once you have signed in.',
      ...groups.map(({ id, name: category }) => ({
        label: `Stop email about ${quoted(category)}`,
        href: links.toStop({ userId, categoryIds: [id] }),
        isFootnote: true,
      })),
      { label: 'Change when you get email', href: links.to('/notifications?settings=email'), isFootnote: true },
    ],
  }
}
