/** Where errors are explained, and how developers get there without people meeting the address. */

/** The site of the documentation: `homepage` of package.json. */
export const site = "https://latchkey-auth.github.io/latchkey/"

/** The page that explains an error: of a known one by its code, of any other by its tag. */
export const errorPage = (name: string): string => `${site}errors/${name}`

/** An error that has a page. */
export interface Documented {
  /** The address of the page that explains it. `message`, which people may be shown, never has it. */
  readonly docs: string
}

/** The sentence and the page, for logs, consoles and terminals. */
export const forDevelopers = ({ docs, message }: Documented & { readonly message: string }): string =>
  `${message} See ${docs}`

/**
 * Puts the address of the page below the sentence in the error's stack: uncaught errors, `Cause.pretty`, logs and inspectors
 * show that. Only where the stack begins with the sentence, as V8's do, and when it is asked for: writing a stack down takes
 * more time than the rest of an error. In a page it is written down at once: a browser's console reads no getter, and would
 * show the name of the error alone.
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
