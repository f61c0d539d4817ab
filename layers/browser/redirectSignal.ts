/** Frameworks redirect by throwing. What they threw has to reach them as it is, through whatever would call it a bug. */

const signals = new WeakSet<object>()

/** Whether a framework threw this in order to redirect. */
export const isRedirectSignal = (thrown: unknown): boolean =>
  typeof thrown === "object" && thrown !== null && signals.has(thrown)

/** Redirects as the framework does, and remembers what it throws. */
export const signalled = (redirect: (url: string) => never, url: string): never => {
  try {
    return redirect(url)
  } catch (signal) {
    if (typeof signal === "object" && signal !== null) signals.add(signal)
    throw signal
  }
}
