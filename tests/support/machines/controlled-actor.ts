import { fromPromise } from 'xstate'

/** For tests: a promise actor that does nothing but note what it was asked; the test answers, in any order. */
export const controlledActor = <Output, Input>() => {
  const calls: {
    input: Input
    /** Aborted once the machine gave the question up. */
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
