import { fromPromise, type PromiseActorLogic } from 'xstate'

/** The default of a machine's actor: it fails, so that a machine that app/ forgot to provide for is noticed at once. */
export const notProvided = <Output, Input>(actor: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No ${actor} was provided`)))
