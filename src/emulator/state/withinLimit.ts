/** Time limit for synchronous code of the emulator's users: conditions of rules and analytics queries. */

/**
 * Runs a function with a time limit in milliseconds of real time. Returns whether it finished. Also stops regular
 * expressions and WebAssembly. Without Node, there is no limit.
 */
export const withinLimit = (() => {
  let runLimited: ((run: () => void, limitMillis: number) => void) | undefined
  const make = () => {
    const vm = globalThis.process?.getBuiltinModule?.("node:vm")
    if (vm === undefined) return (run: () => void) => run()
    const script = new vm.Script("run()")
    const context = vm.createContext({ run: undefined })
    return (run: () => void, timeout: number) => {
      context["run"] = run
      script.runInContext(context, { timeout })
    }
  }
  return (run: () => void, limitMillis: number): boolean => {
    try {
      ;(runLimited ??= make())(run, limitMillis)
      return true
    } catch (thrown) {
      if ((thrown as { readonly code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false
      throw thrown
    }
  }
})()
