/** The lifecycles that the Workflows page counts and follows, each defined in the area of its records. */

import type { StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { periodLifecycle } from './billing/period-lifecycle.ts'
import { feedLifecycle } from './calendar-feed/feed-lifecycle.ts'
import { correctionLifecycle } from './corrections/correction-lifecycle.ts'
import { documentLifecycle } from './documents/document-lifecycle.ts'
import { storedHandOvers } from './handing-over/hand-over-lifecycle.ts'
import { deliveryLifecycle } from './invoices/delivery-lifecycle.ts'
import { invoiceLifecycle } from './invoices/invoice-lifecycle.ts'
import { accountLifecycle } from './providers/account-lifecycle.ts'
import { providerChangeLifecycle } from './schedule/provider-change-lifecycle.ts'
import { providerDayLifecycle } from './schedule/provider-day-lifecycle.ts'
import { sessionLifecycle } from './schedule/session-lifecycle.ts'
import { ptoLifecycle } from './time-off/pto-lifecycle.ts'

export const lifecycles: readonly StoredLifecycle[] = [
  sessionLifecycle,
  providerDayLifecycle,
  ptoLifecycle,
  feedLifecycle,
  accountLifecycle,
  storedHandOvers,
  providerChangeLifecycle,
  documentLifecycle,
  periodLifecycle,
  correctionLifecycle,
  invoiceLifecycle,
  deliveryLifecycle,
]
