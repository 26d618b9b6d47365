/** Updates a provider's record: administrators all of it, providers their own profile (spec 3, sections 3 to 5). */
import { eq } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS, providerMessages } from '#domain/provider-form.ts'
import { localOf } from '#domain/time.ts'
import { takeTurn } from '#server/areas/acl/who-manages.ts'
import { holdPayroll } from '#server/areas/hours/pay-adjustments.ts'
import type { IdentityParts } from '#server/areas/login/identity-provider-sign-in.ts'
import { PROVIDER, requireOwn, requireProvider } from '#server/areas/master-data/required-provider.ts'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import { users } from '#server/db/schema/users.ts'
import { providerScope } from '#server/http/access.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { holdAfterLastDay, readAfterLastDay } from './after-last-day.ts'
import { createFollowEmployment } from './employment.ts'
import { endIfDue } from './end-of-employment.ts'
import { readProviderForm, selectProvider } from './read-provider.ts'
import { saveByAdministrator } from './save-by-administrator.ts'
import { saveOwnProfile } from './save-own-profile.ts'
import type { SsnParts } from './ssn-vault.ts'
import { displayName } from './stored-form.ts'

export const createUpdateProviderHandlers = ({
  auth: { sessions },
  identityProvider: { provider },
  ssnVault,
}: IdentityParts & SsnParts): HandlersOf<'getAfterLastDay' | 'updateProvider'> => {
  const followEmployment = createFollowEmployment(sessions, provider?.settings)
  return {
    getAfterLastDay: async ({ params: { id }, query: { lastDay }, db, user, now, timeZone }) => {
      await requireProvider(db, id)
      return db.transaction((tx) =>
        readAfterLastDay({ tx, user, now, timeZone, isPreview: true }, { providerId: id, lastDay }),
      )
    },

    updateProvider: async ({ body, db, user, now, timeZone }) => {
      const clock = { today: localOf(now, timeZone).date, now, timeZone }
      const saving = { clock, ssnVault, followEmployment }
      const { id, entityCacheKey, statusId, termDate } = body
      requireOwn(user, id)
      const actsForAll = providerScope(user) === undefined
      const save = db.transaction(async (tx) => {
        const mayEnd = statusId === PROVIDER_STATUS_IDS.terminated || Boolean(termDate)
        // Before the provider's row is locked, as everywhere.
        if (actsForAll) await holdPayroll(tx)
        if (actsForAll && mayEnd) await takeTurn(tx)
        if (actsForAll && termDate) {
          await requireProvider(tx, id)
          const day = { providerId: id, lastDay: termDate }
          await holdAfterLastDay({ tx, user, now, timeZone }, day, body.afterLastDay ?? undefined)
        }
        requireRecord(await selectProvider(tx, id).for('update'), PROVIDER, entityCacheKey)
        // Their last day may have ended a moment ago.
        await endIfDue(tx, id, clock)
        const stored = requireRecord(await selectProvider(tx, id), PROVIDER)
        const { form, account } = await readProviderForm(tx, stored, clock.today)
        const before = { stored, form, user }
        const sent = { ...body, ssn: body.ssn ?? form.ssn }
        const profile = await (actsForAll ? saveByAdministrator : saveOwnProfile)(tx, before, sent, saving)
        if (account) {
          await tx
            .update(users)
            .set({ displayName: displayName(profile) })
            .where(eq(users.id, account.user.id))
        }
        return profile
      })
      const { sameRateType } = providerMessages
      const saved = await orTaken(save, 'provider_rates_effective', 'providerRateChangeHistories', sameRateType)
      sessions.forgetCallers()
      const { firstName, middleName, lastName } = saved
      return done({ firstName, middleName, lastName }, providerMessages.updated)
    },
  }
}
