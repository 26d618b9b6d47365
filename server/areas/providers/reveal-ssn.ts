import { shownSsn } from '#domain/provider-form.ts'
import type { SignInParts } from '#server/areas/login/auth.ts'
import { requireConfirmed } from '#server/areas/login/fresh-proof.ts'
import { PROVIDER, requireOwn } from '#server/areas/master-data/required-provider.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import { ssnReveals } from '#server/db/schema/readings.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { selectProvider } from './read-provider.ts'
import type { SsnParts } from './ssn-vault.ts'

export const createRevealSsnHandlers = ({
  auth: { sessions },
  ssnVault,
}: SignInParts & SsnParts): HandlersOf<'revealSsn'> => ({
  revealSsn: async (context) => {
    const { body, db, user, now } = context
    const { id } = body
    requireOwn(user, id)
    await requireConfirmed(sessions, context)
    return await db.transaction(async (tx) => {
      const { ssn, ssnKeyId } = requireRecord(await selectProvider(tx, id), PROVIDER)
      if (ssn === null || ssnKeyId === null || !ssnVault) {
        throw new Refusal(404, 'This provider has no Social Security number.')
      }
      await tx.insert(ssnReveals).values({ providerId: id, userId: user.userId, at: now })
      return { ssn: shownSsn(ssnVault.open({ ssn, ssnKeyId }, id)) }
    })
  },
})
