/**
 * A process with the portal over the demo district, and 50 administrators who may each have 20 streams. The argument is
 * a PostgreSQL address; the default is the embedded database, in memory. Sends its parent its id, the port and a token of
 * each.
 */
import { ROLE_IDS } from '#domain/roles.ts'
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { Sessions } from '#server/areas/login/sessions.ts'
import { openDatabase } from '#server/db/database.ts'
import { users } from '#server/db/schema/users.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { SECRET, startPortal, TIME_ZONE } from '../portal.ts'

const USERS = 50

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await seedDemoDistrict(database.db, { today: '2026-11-20', timeZone: TIME_ZONE })
const { port } = await startPortal(database)
const added = await database.db
  .insert(users)
  .values(
    Array.from({ length: USERS }, (_, place) => ({
      email: `${place}@bench.example`,
      displayName: `Administrator ${place}`,
      roleId: ROLE_IDS.Administrators,
    })),
  )
  .returning({ id: users.id })
const now = new Date()
const tokens: string[] = []
for (const { id } of added) {
  const signIn = { userId: id, isRememberMe: false, address: '127.0.0.1', userAgent: undefined }
  const session = await new Sessions(database.db).start(signIn, now)
  tokens.push(await new AccessTokens(SECRET, 3600).issue(id, session, now))
}
process.send?.({ port, pid: process.pid, tokens })
process.once('disconnect', () => process.exit())
