import { fromPromise, type PromiseActorLogic } from 'xstate'

/** One for each call: what waits for a shared one would be kept as long as the page. */
const never = () => new Promise<never>(() => undefined)

/**
 * A promise actor that never settles once it is aborted. React's strict mode stops and restarts running actors on mount;
 * the aborted run must not reach the machine as a failure of the new one.
 *
 * @param call must stop when `signal` is aborted
 */
export const fromCall = <Output, Input>(
  call: (input: Input, signal: AbortSignal) => Promise<Output>,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    try {
      const output = await call(input, signal)
      return signal.aborted ? await never() : output
    } catch (error) {
      if (signal.aborted) return never()
      throw error
    }
  })
