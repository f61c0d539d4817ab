/** How long this thread computes, in milliseconds. What else the machine does meanwhile does not count. */
export const cpuMillis = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { system, user } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
