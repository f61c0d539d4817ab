/** A module like `expo-secure-store`, whose process a test can end between or during its calls. */

export interface ScriptedSecureStore {
  readonly module: {
    readonly getItemAsync: (key: string, options?: object) => Promise<string | null>
    readonly setItemAsync: (key: string, value: string, options?: object) => Promise<void>
    readonly deleteItemAsync: (key: string, options?: object) => Promise<void>
  }
  readonly entries: Map<string, string>
  /** Calls so far, such as `set latchkey-session-1`. */
  readonly calls: Array<string>
  /** Options that the module got with its calls. */
  readonly options: Array<object | undefined>
  /** Ends the process at this call from now on. `isDone`: whether the device executes the call. */
  readonly endAt: (call: number, isDone: boolean) => void
  /** Makes all calls fail, like the keychain of a locked device, until `unlock`. */
  readonly lock: () => void
  readonly unlock: () => void
}

const allowed = /^[A-Za-z\d._-]+$/

/** Creates a module. `turn`: what each call waits for, so that a test can order the calls of several processes. */
export const scriptedSecureStore = (
  entries = new Map<string, string>(),
  turn: () => Promise<void> = () => Promise.resolve()
): ScriptedSecureStore => {
  const calls: Array<string> = []
  const options: Array<object | undefined> = []
  let remaining = Infinity
  let isLastDone = false
  let isLocked = false
  let running = 0
  const call = async <A>(name: string, key: string, given: object | undefined, use: () => A): Promise<A> => {
    if (!allowed.test(key)) throw new Error(`Invalid key ${key}`)
    calls.push(`${name} ${key}`)
    options.push(given)
    if (isLocked) throw Object.assign(new Error("User interaction is not allowed."), { name: "KeychainError" })
    if (++running > 1) throw new Error("Two calls at the same time")
    await turn()
    running--
    if (remaining <= 0) throw new Error("The process has ended")
    if (--remaining > 0 || isLastDone) {
      const result = use()
      if (remaining > 0) return result
    }
    throw new Error("The process has ended")
  }
  return {
    entries,
    calls,
    options,
    endAt: (at, isDone) => {
      remaining = at
      isLastDone = isDone
    },
    lock: () => void (isLocked = true),
    unlock: () => void (isLocked = false),
    module: {
      getItemAsync: (key, given) => call("get", key, given, () => entries.get(key) ?? null),
      setItemAsync: (key, value, given) =>
        call("set", key, given, () => {
          if (Buffer.byteLength(value) > 2048) throw new Error("Value larger than 2048 bytes")
          entries.set(key, value)
        }),
      deleteItemAsync: (key, given) => call("delete", key, given, () => void entries.delete(key))
    }
  }
}
