import { useSelector } from '@xstate/react'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { type SessionFormValues, sessionFormValuesSchema } from '#domain/session-form.ts'
import { selectRestored } from '#machines/common/draft.machine.ts'
import { DraftNotice } from '#screens/draft-notice.tsx'
import { StaleNotice, type Staleness } from '#screens/form/stale-notice.tsx'
import { type DraftActor, useDraft } from '#screens/use-draft.ts'
import { SessionForm } from './session-form.tsx'
import {
  type SessionFormHandle,
  type SessionFormHandlers,
  type SessionFormOpening,
  useSessionForm,
} from './use-session-form.ts'

export interface DraftOfSession {
  /** The draft's name: `new`, `occurrence/5`. */
  readonly name: string
  /** What the draft is based on: the range selected on a calendar, or the stored version. Null if neither. */
  readonly basis: string | null
}

interface Props extends Omit<SessionFormHandlers, 'onEntered'> {
  /** Fixed when the form opens. */
  readonly input: SessionFormOpening
  readonly draft: DraftOfSession
  /** What someone else has done to the stored session. */
  readonly staleness?: Staleness | undefined
  /** Opens the form again with what is stored now. */
  readonly onReload?: (() => void) | undefined
  readonly formRef?: Ref<SessionFormHandle> | undefined
}

interface OpenFormProps extends Omit<Props, 'draft' | 'onReload' | 'staleness'> {
  readonly draft?: DraftActor<SessionFormValues>
  /** Focuses the first field, because the form replaced another while the user was working. */
  readonly takesFocus: boolean
}

const OpenForm = ({ input, draft, formRef, takesFocus, onSaved, onClosed, onInvalid }: OpenFormProps) => {
  const view = useSessionForm(input, {
    onSaved: (saved, date) => {
      draft?.send({ type: 'draft.end' })
      onSaved(saved, date)
    },
    onClosed: () => {
      draft?.send({ type: 'draft.end' })
      onClosed()
    },
    onEntered: (content) => draft?.send({ type: 'draft.change', content }),
    onInvalid,
  })
  useImperativeHandle(formRef, () => ({ leave: view.leave }))
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [takesFocus])
  return (
    <div ref={fields}>
      <SessionForm view={view} />
    </div>
  )
}

/** Restores the version along with the draft, so that saving detects and shows what was saved since. */
const withDraft = (
  input: SessionFormOpening,
  restored: SessionFormValues,
  basis: string | null,
): SessionFormOpening => ({
  ...input,
  restored,
  ...(input.entityCacheKey !== undefined && basis !== null && { entityCacheKey: basis }),
})

const KeptForm = ({ input, draft: { name, basis }, staleness, onReload, ...props }: Props) => {
  const draft = useDraft(sessionFormValuesSchema, {
    place: { userId: input.user.id, name: `session/${name}` },
    basis,
    isOpen: input.purpose !== 'passed',
    offersOther: input.purpose === 'create',
  })
  const isRestoring = useSelector(draft, (snapshot) => snapshot.hasTag('busy'))
  const restored = useSelector(draft, selectRestored)
  const wasChosen = useRef(false)
  return (
    <>
      <StaleNotice
        staleness={staleness}
        noun="session"
        onReload={() => {
          draft.send({ type: 'draft.end' })
          onReload?.()
        }}
      />
      <DraftNotice
        draft={draft}
        noun="session"
        onChoice={() => {
          wasChosen.current = true
        }}
      />
      {!isRestoring && (
        <OpenForm
          {...props}
          key={restored?.keptAt ?? 'as it opens'}
          input={restored ? withDraft(input, restored.content, restored.basis) : input}
          draft={draft}
          takesFocus={wasChosen.current}
        />
      )}
    </>
  )
}

/** The session form with a draft, which survives a reload until the session is saved or the form canceled. */
export const DraftedSessionForm = (props: Props) => {
  const { draft, onReload, staleness, ...form } = props
  return props.input.purpose === 'view' ? <OpenForm {...form} takesFocus={false} /> : <KeptForm {...props} />
}
