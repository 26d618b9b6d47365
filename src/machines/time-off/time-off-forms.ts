/** What the dialogs of time off are about. */
import type { Pto, PtoBalance } from '#contract/time-off.ts'
import type { PtoForm } from '#domain/time-off.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'

/** A new request, or one that is changed, and whose it is. */
export interface PtoSubject {
  providerId: number
  /** Undefined for a new one. */
  ptoId: number | undefined
}

export interface PtoStored {
  pto: Pto | undefined
  /** What is left, so that a request over it is seen before it is sent. */
  balance: PtoBalance
}

/** Its outcome is what is said once it is stored. */
export type PtoFormMachine = RecordFormMachine<PtoSubject, PtoStored, PtoForm, string>
