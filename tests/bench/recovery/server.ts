/**
 * A process with the portal over the demo district, and a worker that answers its jobs but sends nothing. The argument is
 * a PostgreSQL address; the default is the embedded database, in memory. Sends its parent the port.
 */

import { jobKinds, type PortalServices } from '#server/background.ts'
import { partsOfDocuments } from '#server/compose.ts'
import { openDatabase } from '#server/db/database.ts'
import { Mail } from '#server/mail/mail.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { testDocuments } from '#tests/support/server/documents.ts'
import { workOnJobs } from '#tests/support/server/work-on-jobs.ts'
import { SECRET, startPortal, TIME_ZONE } from '../portal.ts'

const ANY = 1_000_000

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await seedDemoDistrict(database.db, { today: '2026-11-20', timeZone: TIME_ZONE })
const mail = new Mail({ secret: SECRET, from: { name: '', address: 'no-reply@portal.example' }, post: async () => {} })
const passwordLimits = {
  linksPerEmail: ANY,
  invitationsPerEmail: ANY,
  linksPerAddress: ANY,
  usesPerAddress: ANY,
  wrongPerUser: ANY,
}
const services: PortalServices = {
  db: database.db,
  clock: () => new Date(),
  mail,
  links: undefined,
  documents: partsOfDocuments(database, testDocuments()),
}
workOnJobs({ kinds: jobKinds, services, every: 1000 })
const { port } = await startPortal(database, { mail, passwordLimits })
process.send?.({ port })
process.once('disconnect', () => process.exit())
