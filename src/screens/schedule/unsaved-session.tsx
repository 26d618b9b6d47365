import { sessionFormValuesSchema } from '#domain/session-form.ts'
import { UnsavedDraft } from '#screens/draft-notice.tsx'

/** 'You have an unsaved session from 10:32 AM.' on a home page or calendar. */
export const UnsavedSession = ({ onContinue }: { readonly onContinue: () => void }) => (
  <UnsavedDraft content={sessionFormValuesSchema} name="session/new" noun="session" onContinue={onContinue} />
)
