import { useLocation } from 'wouter'
import { useSessionActor } from '#screens/provided.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'

/** The logout confirmation as a page; both answers lead to `/`. */
export const LogoutScreen = () => {
  const session = useSessionActor()
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      question="Are you sure want to logged out of the portal?"
      onCancel={() => navigate('/', { replace: true })}
      onConfirm={() => session.send({ type: 'session.close' })}
    />
  )
}
