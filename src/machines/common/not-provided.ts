import { fromPromise, type PromiseActorLogic } from 'xstate'

/** A machine's default actor: it rejects, so that a missing implementation in app/ is noticed right away. */
export const notProvided = <Output, Input>(actor: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No ${actor} was provided`)))
