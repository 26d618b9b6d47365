/** Students who go to a colleague on the first day of a hand-over (docs/decisions/handing-over.md). */
import { and, eq, lte } from 'drizzle-orm'
import type { StayReason } from '#domain/hand-over.ts'
import type { Tx } from '#server/db/database.ts'
import { handOverItems, handOvers } from '#server/db/schema/hand-overs.ts'
import { students } from '#server/db/schema/students.ts'
import { defineDailyWork } from '#server/jobs/daily-work.ts'
import { readStanding } from './providers-work.ts'

const readDue = (tx: Tx, today: string) =>
  tx
    .select({ item: handOverItems, fromProviderId: handOvers.providerId, student: students })
    .from(handOverItems)
    .innerJoin(handOvers, eq(handOvers.id, handOverItems.handOverId))
    .innerJoin(students, eq(students.id, handOverItems.studentId))
    .where(and(lte(handOverItems.movesOn, today), eq(handOverItems.isUndone, false)))
    .orderBy(handOverItems.id)
    .for('update', { of: [handOverItems, students] })

/** Who stays with the provider is again work that is left to hand over. */
export const studentsDue = defineDailyWork({
  name: 'hand-over-students',
  timeOf: () => '00:00',
  run: async (tx, { today }) => {
    for (const { item, fromProviderId, student } of await readDue(tx, today)) {
      const { toProviderId } = item
      const isSame =
        student.deletedAt === null && student.providerId === fromProviderId && student.schoolId === item.schoolId
      const why: StayReason | undefined = isSame ? (await readStanding(tx, toProviderId, today)).absence : 'changed'
      if (why === undefined) {
        await tx
          .update(students)
          .set({ providerId: toProviderId, version: student.version + 1 })
          .where(eq(students.id, student.id))
      }
      await tx
        .update(handOverItems)
        .set({ movesOn: null, ...(why && { stayed: [{ why, dates: [] }] }) })
        .where(eq(handOverItems.id, item.id))
    }
  },
})
