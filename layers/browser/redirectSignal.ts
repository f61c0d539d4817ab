/** Frameworks redirect by throwing. The thrown value must reach them unchanged, and not be reported as a bug. */

const signals = new WeakSet<object>()

/** Whether a framework threw this value to redirect. */
export const isRedirectSignal = (thrown: unknown): boolean =>
  typeof thrown === "object" && thrown !== null && signals.has(thrown)

/** Calls the framework's redirect, and remembers the value that it throws. */
export const signalled = (redirect: (url: string) => never, url: string): never => {
  try {
    return redirect(url)
  } catch (signal) {
    if (typeof signal === "object" && signal !== null) signals.add(signal)
    throw signal
  }
}
