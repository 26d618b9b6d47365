/** What work costs, in seconds of this process, which in tests is the server's as well, with its threads. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}
