import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { sentInWords } from '#domain/billing/invoice-changes.ts'
import { inWords } from '#domain/words.ts'
import type { GenerateInvoiceSnapshot, generateInvoiceMachine } from '#machines/billing/generate-invoice.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'

const selectPreview = ({ context }: GenerateInvoiceSnapshot) => context.preview
const selectIsAsking = (snapshot: GenerateInvoiceSnapshot) => snapshot.matches('asking')
const selectIsGenerating = (snapshot: GenerateInvoiceSnapshot) => snapshot.matches('generating')

/** Asks before an invoice that the school has is replaced. */
export const ReplaceQuestion = ({ actor }: { readonly actor: ActorRefFrom<typeof generateInvoiceMachine> }) => {
  const preview = useSelector(actor, selectPreview)
  const isAsking = useSelector(actor, selectIsAsking)
  const isGenerating = useSelector(actor, selectIsGenerating)
  if (!preview || !(isAsking || isGenerating)) return null
  const { replaces, received, reason } = preview
  if (received.length === 0) return null
  return (
    <ConfirmDialog
      question={`Are you sure you want to replace ${inWords(replaces)}?`}
      details={`The school has ${sentInWords(received)}. ${reason}`}
      // It stays until the invoice is issued: the button that gets the focus back is disabled meanwhile.
      isBusy={isGenerating}
      onCancel={() => actor.send({ type: 'replacement.cancel' })}
      onConfirm={() => actor.send({ type: 'replacement.confirm' })}
    />
  )
}
