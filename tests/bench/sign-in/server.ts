/**
 * A process with the portal over the demo district, twice: once without waits after wrong passwords, once with a long one
 * after the first of each account. The argument is a PostgreSQL address; the default is the embedded database, in memory.
 * Sends its parent the ports.
 */
import { openDatabase } from '#server/db/database.ts'
import { Mail } from '#server/mail/mail.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { SECRET, startPortal, TIME_ZONE } from '../portal.ts'

const never = { free: 1_000_000, most: 1, forget: 3600 }
/** The wait doubles with each failure beyond `free`; it is the longest from the first. */
const atOnce = { free: -20, most: 3600, forget: 3600 }

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await seedDemoDistrict(database.db, { today: '2026-11-20', timeZone: TIME_ZONE })
const mail = new Mail({ secret: SECRET, from: { name: '', address: 'no-reply@portal.example' }, post: async () => {} })
const limits = { perSource: never, perAccount: never, perAddress: never, queue: 50 }
const patient = await startPortal(database, { mail, proxies: 1, signInLimits: limits })
const strict = await startPortal(database, { mail, proxies: 1, signInLimits: { ...limits, perAccount: atOnce } })
process.send?.({ patient: patient.port, strict: strict.port })
process.once('disconnect', () => process.exit())
