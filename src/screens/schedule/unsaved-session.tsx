import { UnsavedDraft } from '#screens/draft-notice.tsx'
import { useProvided } from '#screens/provided.tsx'

/** 'You have an unsaved session from 10:32 AM.' on a home page or calendar. */
export const UnsavedSession = ({ onContinue }: { readonly onContinue: () => void }) => (
  <UnsavedDraft machine={useProvided('sessionDraft')} name="session/new" noun="session" onContinue={onContinue} />
)
