/**
 * Notifications: the bell's count and panel, and the page of all, by category (spec 1, section 2; spec 2, section 7;
 * spec 3, section 7). The token decides whose they are; a `userId` in a call is ignored.
 */
import { z } from 'zod'
import { MAIL_CHOICES, NOTIFICATION_AUDIENCES, NOTIFICATION_CATEGORIES, PANEL_SIZE } from '#domain/notifications.ts'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile, id, languageId, writerId } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'

const categoryId = z.literal(NOTIFICATION_CATEGORIES.map((category) => category.id))

export const notificationSchema = z.object({
  id,
  message: z.string(),
  isRead: z.boolean(),
  createdOnUtc: z.iso.datetime(),
  /** The page of what it is about. */
  href: z.string().startsWith('/'),
})
export type Notification = z.output<typeof notificationSchema>

const ofCaller = { languageId, userId: writerId }

export const getNotificationCount = defineEndpoint({
  method: 'POST',
  path: '/api/notification/get-notification-count',
  summary: "The number of the caller's notifications",
  access: access.signedIn,
  onlyReads: true,
  body: z.object({
    ...ofCaller,
    id: z.int().nonnegative().default(0),
    isActive: z.boolean().default(true),
    notificationCategoryId: categoryId.nullish(),
    unreadNotificationOnly: z.boolean().default(true),
  }),
  data: z.int().nonnegative(),
})

const panelPage = z.object({ pageIndex: z.int().min(1), pageSize: z.int(), totalRecords: z.int() })

/** For the panel, which has other page sizes than lists. */
export const getNotifications = defineEndpoint({
  method: 'POST',
  path: '/api/notification/get-notifications',
  summary: "The caller's latest notifications",
  access: access.signedIn,
  onlyReads: true,
  body: z.object({
    ...ofCaller,
    pageIndex: paging.pageIndex,
    pageSize: z.int().min(1).max(100).default(PANEL_SIZE),
    unreadNotificationOnly: z.boolean().default(false),
  }),
  data: panelPage.extend({ data: z.array(notificationSchema) }),
})

export const getNotificationCategories = defineEndpoint({
  method: 'POST',
  path: '/api/notification/get-notification-categories',
  summary: "The categories of the caller's role",
  access: access.signedIn,
  onlyReads: true,
  body: z.object({ languageId, id: z.int().default(0), abbrevation: z.enum(NOTIFICATION_AUDIENCES).optional() }),
  data: z.array(z.object({ notificationCategoryId: categoryId, name: z.string(), unread: z.int().nonnegative() })),
})

export const getNotificationsByCategory = defineEndpoint({
  method: 'POST',
  path: '/api/notification/get-notifications-by-category',
  summary: "The caller's notifications of a category, the latest first",
  access: access.signedIn,
  onlyReads: true,
  body: z.object({ ...ofCaller, ...paging, notificationCategoryId: categoryId }),
  data: pageOf('data', notificationSchema),
})

/** As many as a page has at most. */
const joinedIds = z.string().regex(/^\d{1,9}(,\d{1,9}){0,99}$/)

const marked = { ...ofCaller, isActive: z.boolean().default(true) }

export const markNotificationsRead = defineEndpoint({
  method: 'POST',
  path: '/api/notification/mark-read-by-ids',
  summary: "Mark some of the caller's notifications as read",
  access: access.signedIn,
  body: z.object({ ...marked, ids: joinedIds, notificationCategoryId: categoryId.optional() }),
  data: z.null(),
})

export const markCategoryRead = defineEndpoint({
  method: 'POST',
  path: '/api/notification/mark-read-by-category',
  summary: "Mark all of the caller's notifications of a category as read",
  access: access.signedIn,
  body: z.object({ ...marked, notificationCategoryId: categoryId }),
  data: z.null(),
})

const mailChoiceSchema = z.object({ notificationCategoryId: categoryId, mail: z.enum(MAIL_CHOICES) })

export const getMailChoices = defineEndpoint({
  method: 'POST',
  path: '/api/notification/get-mail-choices',
  summary: 'How the caller gets the notifications of each category of their role by email',
  access: access.signedIn,
  onlyReads: true,
  body: z.object(ofCaller),
  data: z.object({
    /** Where it is sent. */
    email: z.string(),
    /** Whether this server sends email at all. */
    isSent: z.boolean(),
    choices: z.array(mailChoiceSchema.extend({ name: z.string() })),
  }),
})

export const saveMailChoices = defineEndpoint({
  method: 'POST',
  path: '/api/notification/save-mail-choices',
  summary: 'Choose how the caller gets the notifications of categories by email',
  access: access.signedIn,
  body: z.object({ ...ofCaller, choices: z.array(mailChoiceSchema).min(1).max(NOTIFICATION_CATEGORIES.length) }),
  data: z.null(),
  replies: { 400: 'A category of another role' },
})

const stopping = {
  path: '/stop-mail/{token}',
  access: access.public('The token, which the server signed, stops email to its reader; they can turn it on again.'),
  params: z.object({ token: plainText().max(200) }),
  contentType: 'text/html; charset=utf-8',
  replies: { 404: 'A wrong link, as a page' },
} as const

/** Changes nothing: programs that scan mail follow its links. */
export const readStopMailPage = defineFile({
  ...stopping,
  summary: "Ask whether email about the link's categories should stop, as a page",
})

export const stopMail = defineFile({
  ...stopping,
  method: 'POST',
  ignoresBody: true,
  summary: "Stop email about the link's categories: from the page, or with one click in a mail program (RFC 8058)",
})

export const endpoints = {
  getNotificationCount,
  getNotifications,
  getNotificationCategories,
  getNotificationsByCategory,
  markNotificationsRead,
  markCategoryRead,
  getMailChoices,
  saveMailChoices,
  readStopMailPage,
  stopMail,
}
