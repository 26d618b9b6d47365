/** Notifications of a correction, to the provider, who has to confirm the day again, and to the other administrators. */
import { correctionAddress } from '#domain/billing/corrections.ts'
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { dayCorrectionMachine } from '#machines/billing/day-correction.machine.ts'
import { ADMINISTRATORS, defineNotification, type Notice, notice } from '#server/areas/notifications/notify.ts'

interface Told {
  readonly id: number
  readonly providerName: string
  readonly date: LocalDate
}

interface WithReason extends Told {
  readonly reason: string
}

const subject = dayCorrectionMachine.id
const toProvider = {
  audience: 'PRV',
  category: 'Schedule',
  subject,
  href: ({ date }: Told) => ownDayAddress(date),
} as const
const toAdministrators = {
  audience: 'ADM',
  category: 'Billing',
  subject,
  href: ({ id }: Told) => correctionAddress(id),
} as const

const openedForProvider = defineNotification({
  ...toProvider,
  kind: 'correction-opened-provider',
  lastsIn: ['opened'],
  words: ({ date, reason }: WithReason) =>
    `Your hours on ${formatDate(date)} were opened for correction: ${reason} Please confirm them again.`,
  inMail: ({ date }) => `Your hours on ${formatDate(date)} were opened for correction. Please confirm them again.`,
})

const openedForAdministrators = defineNotification({
  ...toAdministrators,
  kind: 'correction-opened',
  lastsIn: ['opened', 'confirmed'],
  words: ({ providerName, date, reason }: WithReason) =>
    `${providerName}'s ${formatDate(date)} was opened for correction: ${reason}`,
  inMail: ({ providerName, date }) => `${providerName}'s ${formatDate(date)} was opened for correction.`,
})

interface Completed extends Told {
  /** '11/16/2026' if there is a difference in pay. */
  readonly paidOn: LocalDate | undefined
  /** What replaced what, in words. */
  readonly invoices: readonly string[]
}

const completedForProviderInWords = ({ date, paidOn }: Completed) =>
  `The correction of ${formatDate(date)} is complete.${
    paidOn === undefined ? '' : ` The difference in pay is part of the payroll of ${formatDate(paidOn)}.`
  }`

const completedForProvider = defineNotification({
  ...toProvider,
  kind: 'correction-completed-provider',
  lastsIn: 'always',
  words: completedForProviderInWords,
  inMail: completedForProviderInWords,
})

const completedInWords = ({ providerName, date, invoices }: Completed) =>
  [`The correction of ${providerName}'s ${formatDate(date)} is complete.`, ...invoices].join(' ')

const completedForAdministrators = defineNotification({
  ...toAdministrators,
  kind: 'correction-completed',
  lastsIn: 'always',
  words: completedInWords,
  inMail: completedInWords,
})

const canceledForProviderInWords = ({ date }: Told) =>
  `The correction of ${formatDate(date)} was canceled. The day is as it was before.`

const canceledForProvider = defineNotification({
  ...toProvider,
  kind: 'correction-canceled-provider',
  lastsIn: 'always',
  words: canceledForProviderInWords,
  inMail: canceledForProviderInWords,
})

const canceledInWords = ({ providerName, date }: Told) =>
  `The correction of ${providerName}'s ${formatDate(date)} was canceled.`

const canceledForAdministrators = defineNotification({
  ...toAdministrators,
  kind: 'correction-canceled',
  lastsIn: 'always',
  words: canceledInWords,
  inMail: canceledInWords,
})

type Of<Facts> = Facts & { readonly providerId: number }

export const openedNotices = ({ providerId, ...facts }: Of<WithReason>): Notice[] => [
  notice(openedForProvider, { providerId }, facts.id, facts),
  notice(openedForAdministrators, ADMINISTRATORS, facts.id, facts),
]

export const completedNotices = ({ providerId, ...facts }: Of<Completed>): Notice[] => [
  notice(completedForProvider, { providerId }, facts.id, facts),
  notice(completedForAdministrators, ADMINISTRATORS, facts.id, facts),
]

export const canceledNotices = ({ providerId, ...facts }: Of<Told>): Notice[] => [
  notice(canceledForProvider, { providerId }, facts.id, facts),
  notice(canceledForAdministrators, ADMINISTRATORS, facts.id, facts),
]
