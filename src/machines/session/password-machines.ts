/** The machines of forgotten and changed passwords, wired to the app's client. */
import type { ApiClient } from '#contract/api-client.ts'
import { changePassword, passwordRecoveryConfirm, passwordRecoverySend } from '#contract/passwords.ts'
import { fromCall } from '../common/from-call.ts'
import { changePasswordMachine } from './change-password.machine.ts'
import { forgotPasswordMachine } from './forgot-password.machine.ts'
import { recoverPasswordMachine } from './recover-password.machine.ts'

// None is aborted when its page closes: a password that was submitted is set.

export const forgotPasswordBy = (client: ApiClient) =>
  forgotPasswordMachine.provide({
    actors: { sendLink: fromCall((body) => client.call(passwordRecoverySend, { body })) },
  })

export const recoverPasswordBy = (client: ApiClient) =>
  recoverPasswordMachine.provide({
    actors: { setPassword: fromCall((body) => client.call(passwordRecoveryConfirm, { body })) },
  })

/** @param user sent along for hosts that read it */
export const changePasswordBy = (client: ApiClient, user: { readonly id: number; readonly email: string }) =>
  changePasswordMachine.provide({
    actors: { changePassword: fromCall((form) => client.call(changePassword, { body: { ...form, ...user } })) },
  })
