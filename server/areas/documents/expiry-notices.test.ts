import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EXPIRY_NOTICES } from '#domain/document-form.ts'
import { addDays } from '#domain/time.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { addDistrict, TODAY } from '#tests/support/server/schedule.ts'
import { isNoticeDue, noticeDue } from './document-moves.ts'

const database = useDatabase()

test('a notice is due in SQL exactly when it is due for one document', async () => {
  await addDistrict(database())
  const told = [null, ...EXPIRY_NOTICES, 0]
  const days = EXPIRY_NOTICES.flatMap((notice) => [notice - 1, notice, notice + 1])
  const expiryDates = [null, ...[-1, 0, ...days].map((day) => addDays(TODAY, day))]
  const documents = expiryDates.flatMap((expiryDate) =>
    told.map((expiryTold) => ({
      ...{ providerId: 1, templateTypeId: null, title: 'License', originalFileName: 'License.pdf' },
      ...{ expiryDate, expiryTold, fileName: `${expiryDate} ${expiryTold}`, content: Buffer.from('') },
    })),
  )
  await addDocuments(database(), documents)
  const rows = await database()
    .db.select({ fileName: providerDocuments.fileName, isDue: sql<boolean>`${isNoticeDue(TODAY)}` })
    .from(providerDocuments)
    .orderBy(providerDocuments.id)
  const later = Number.POSITIVE_INFINITY
  expect(rows).toEqual(
    documents.map(({ fileName, expiryDate, expiryTold }) => ({
      fileName,
      isDue: (noticeDue(expiryDate, TODAY) ?? later) < (expiryTold ?? later),
    })),
  )
  expect(new Set(rows.map(({ isDue }) => isDue))).toEqual(new Set([true, false]))
})
