/** The organization's settings. */
import { sql } from 'drizzle-orm'
import {
  knownCurrencies,
  type OrganizationSettings,
  organizationContentSchema,
  organizationMessages,
  settingInWords,
} from '#domain/organization-form.ts'
import { withoutSeconds } from '#domain/time.ts'
import { readPaidPeriods } from '#server/areas/master-data/kept-days.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import type { Db } from '#server/db/database.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { refuseField } from '#server/http/refusal.ts'
import { describeLogo, logoHandlers } from './logo.ts'
import { logSettings, settingsLogHandlers } from './settings-log.ts'

type Stored = typeof organisation.$inferSelect

const NOUN = 'settings'
const fields = organizationContentSchema.keyof().options

/** As the form has them. */
const settingsOf = (stored: Stored): OrganizationSettings =>
  organizationContentSchema.parse({
    ...stored,
    paymentTerms: String(stored.paymentTerms),
    schoolYearEndsOn: stored.schoolYearEndsOn ?? '',
    reminderTime: withoutSeconds(stored.reminderTime),
    reminderDays: String(stored.reminderDays),
  })

/** Amounts that were settled, in whatever way, stay what they are. */
const isCurrencyFixed = async (db: Pick<Db, 'select' | 'selectDistinct'>, { lastInvoiceNumber }: Stored) =>
  lastInvoiceNumber > 0 || (await readPaidPeriods(db)).length > 0

export const organizationHandlers: HandlersOf<
  'getOrganization' | 'saveOrganization' | 'uploadLogo' | 'removeLogo' | 'getLogo' | 'getOrganizationChanges'
> = {
  ...logoHandlers,
  ...settingsLogHandlers,

  getOrganization: async ({ db }) => {
    const stored = requireRecord(await db.select().from(organisation), NOUN)
    return {
      ...settingsOf(stored),
      paymentTerms: stored.paymentTerms,
      reminderDays: stored.reminderDays,
      logo: await describeLogo(db),
      isCurrencyFixed: await isCurrencyFixed(db, stored),
      entityCacheKey: String(stored.version),
    }
  },

  saveOrganization: async ({ body, db, user, now }) => {
    await db.transaction(async (tx) => {
      // Issuing an invoice locks the row, too, so none is issued in the old currency meanwhile.
      const stored = requireRecord(await tx.select().from(organisation).for('update'), NOUN, body.entityCacheKey)
      const before = settingsOf(stored)
      const { paymentTerms, reminderDays } = body
      const texts = { paymentTerms: String(paymentTerms), reminderDays: String(reminderDays) }
      const after = organizationContentSchema.parse({ ...body, ...texts })
      const changed = fields.filter((field) => before[field] !== after[field])
      if (changed.includes('currency')) {
        if (await isCurrencyFixed(tx, stored)) refuseField('currency', organizationMessages.currencyFixed, 409)
        if (!knownCurrencies().includes(after.currency)) refuseField('currency', organizationMessages.currency)
      }
      if (changed.length === 0) return
      await tx.update(organisation).set({
        ...after,
        paymentTerms,
        reminderDays,
        schoolYearEndsOn: after.schoolYearEndsOn || null,
        version: sql`${organisation.version} + 1`,
      })
      await logSettings(
        tx,
        { userId: user.userId, now },
        changed.map((field) => ({
          field,
          before: settingInWords(before, field),
          after: settingInWords(after, field),
        })),
      )
    })
    return done(null, organizationMessages.saved)
  },
}
