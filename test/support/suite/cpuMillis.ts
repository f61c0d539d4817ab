/** Returns the CPU time of this thread in milliseconds. Other processes don't affect it. */
export const cpuMillis = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { system, user } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
