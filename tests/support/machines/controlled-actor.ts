import { fromPromise } from 'xstate'

/** A promise actor that only records its calls; the test resolves them, in any order. */
export const controlledActor = <Output, Input>() => {
  const calls: {
    input: Input
    /** Aborted when the machine cancels the call. */
    signal: AbortSignal
    resolve: (output: Output) => void
    reject: (error: unknown) => void
  }[] = []
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) => new Promise((resolve, reject) => calls.push({ input, signal, resolve, reject })),
  )
  const call = (index: number) => {
    const found = calls.at(index)
    if (!found) throw new Error(`The actor was called ${calls.length} times`)
    return found
  }
  return { logic, calls, call }
}
