/**
 * Does something now and regularly, one turn after the other.
 *
 * @param every in milliseconds
 * @param report receives failures; the next turn tries again
 * @returns a function that ends it
 */
export function repeat(every: number, work: () => Promise<void>, report: (error: unknown) => void): () => void {
  let isAtWork = false
  const turn = async () => {
    if (isAtWork) return
    isAtWork = true
    await work().catch(report)
    isAtWork = false
  }
  void turn()
  const timer = setInterval(() => void turn(), every).unref()
  return () => clearInterval(timer)
}
