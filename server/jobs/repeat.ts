/**
 * Does something now and regularly, one turn after the other.
 *
 * @param every in milliseconds
 * @param report receives failures; the next turn tries again
 * @returns a function that ends it, and drops the failure of a turn that this interrupts
 */
export function repeat(every: number, work: () => Promise<void>, report: (error: unknown) => void): () => void {
  let isAtWork = false
  let isOver = false
  const turn = async () => {
    if (isAtWork) return
    isAtWork = true
    await work().catch((error: unknown) => {
      if (!isOver) report(error)
    })
    isAtWork = false
  }
  void turn()
  const timer = setInterval(() => void turn(), every).unref()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}
