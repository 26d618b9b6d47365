import type { Logger } from 'pino'
import * as files from './areas/background-files.ts'
import type { KeepingServices } from './areas/documents/keep-documents.ts'
import type { LetterServices } from './areas/letters/letter-run.ts'
import type { SsnServices } from './areas/providers/newest-ssn-key.ts'
import { type BackgroundWork, keepWorking, type Working } from './jobs/background.ts'
import type { DailyWork } from './jobs/daily-work.ts'
import type { JobKind } from './jobs/job.ts'
import { JobQueue } from './jobs/job-queue.ts'
import type { MailServices } from './mail/mail.ts'

/** What the jobs of a server need. */
export type PortalServices = MailServices & LetterServices

/** What everything that a server does without being asked needs. */
export type BackgroundServices = PortalServices & KeepingServices & SsnServices

type Defined = JobKind<PortalServices> | BackgroundWork<BackgroundServices>

const defined: readonly Defined[] = Object.values(files)

/** Every kind of job that a server runs. */
export const jobKinds: readonly JobKind<PortalServices>[] = defined.filter((one) => 'start' in one)

const works: readonly BackgroundWork<BackgroundServices>[] = defined.filter((one) => 'run' in one)

/** What a server does once a day. */
export const dailyKinds: readonly DailyWork[] = Object.values(files).filter((one) => 'isDaily' in one)

/** Begins everything that a server does without being asked. */
export const startBackground = (services: BackgroundServices, log: Logger): Working =>
  keepWorking([...works, new JobQueue({ kinds: jobKinds, services, log, isAlone: services.isAlone })], services, log)
