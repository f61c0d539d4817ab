/** Links errors to their docs pages, in places that developers see and end users don't. */

/** The documentation site: `homepage` of package.json. */
export const site = "https://latchkey-auth.github.io/latchkey/"

/** Returns the docs page of an error, which is named after the code of a known error, or the tag of any other error. */
export const errorPage = (name: string): string => `${site}errors/${name}`

/** An error that has a docs page. */
export interface Documented {
  /** The address of the error's docs page. Never part of `message`, which end users may see. */
  readonly docs: string
}

/** Returns the message and the docs page, for logs, consoles and terminals. */
export const forDevelopers = ({ docs, message }: Documented & { readonly message: string }): string =>
  `${message} See ${docs}`

/**
 * Adds the address of the docs page to the error's stack, below the message, because uncaught errors, `Cause.pretty`,
 * logs and inspectors print the stack. Applies only where the stack begins with the message, as in V8. The stack is
 * computed on first use, because computing it costs more than the rest of the error. In browsers it is computed
 * immediately, because consoles don't call getters and would print only the error's name.
 */
export const pointToDocs = (error: Error & Documented): void => {
  const stack = Object.getOwnPropertyDescriptor(error, "stack")
  if (stack === undefined) return
  const define = (property: PropertyDescriptor) =>
    Object.defineProperty(error, "stack", { configurable: true, ...property })
  const withPage = () => {
    const text: unknown = stack.get === undefined ? stack.value : stack.get.call(error)
    return typeof text === "string" ? text.replace(/\n {4}at /, (frame) => `\n    See ${error.docs}${frame}`) : text
  }
  define(
    "document" in globalThis
      ? { value: withPage(), writable: true }
      : { get: withPage, set: (value) => define({ value, writable: true }) }
  )
}
