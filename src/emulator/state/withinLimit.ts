/** Time limit for synchronous code of the emulator's users: conditions of rules and analytics queries. */

/** How the code ended, and its processor time in milliseconds. Without Node, that is always 0. */
export interface Ending {
  readonly isDone: boolean
  readonly spentMillis: number
}

/** Processor time of this thread, or else of the process, in milliseconds. */
const processorMillis = (): number => {
  const { process } = globalThis
  const { system, user } = (process.threadCpuUsage ?? process.cpuUsage).call(process)
  return (system + user) / 1000
}

/**
 * Runs a function with a time limit in milliseconds of real time. Also stops regular expressions and WebAssembly. Without
 * Node, there is no limit. On a busy machine, code can be stopped before it has had much processor time: callers run it
 * again until its processor time adds up to the limit.
 */
export const withinLimit = (() => {
  let runLimited: ((run: () => void, limitMillis: number) => Ending) | undefined
  const make = (): typeof runLimited & {} => {
    const vm = globalThis.process?.getBuiltinModule?.("node:vm")
    if (vm === undefined) {
      return (run) => {
        run()
        return { isDone: true, spentMillis: 0 }
      }
    }
    const script = new vm.Script("run()")
    const context = vm.createContext({ run: undefined })
    return (run, timeout) => {
      context["run"] = run
      const before = processorMillis()
      try {
        script.runInContext(context, { timeout })
        return { isDone: true, spentMillis: processorMillis() - before }
      } catch (thrown) {
        if ((thrown as { readonly code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw thrown
        return { isDone: false, spentMillis: processorMillis() - before }
      }
    }
  }
  return (run: () => void, limitMillis: number): Ending => (runLimited ??= make())(run, limitMillis)
})()
