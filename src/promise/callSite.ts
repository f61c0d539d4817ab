/** Puts the line that made a call into the error it rejects with: the error itself is made by a fiber, far from there. */
import { isError } from "../../layers/call/index.ts"

/** V8's, and by now other engines'. TypeScript knows it with Node's types only. */
const capture = (Error as { readonly captureStackTrace?: (target: object, below?: unknown) => void }).captureStackTrace

const noted = new WeakSet<Error>()

/** Remembers who called `called`. The result adds those lines to an error's stack; one that has some already stays. */
export const callerOf = (called: unknown): <A>(error: A) => A => {
  const here: { stack?: string } = {}
  capture?.(here, called)
  return (error) => {
    if (!isError(error) || noted.has(error) || typeof error.stack !== "string") return error
    noted.add(error)
    // the first line is the header of `here`, which is no error of anyone's
    const lines = here.stack?.split("\n").slice(1) ?? []
    if (lines.length > 0 && Object.isExtensible(error)) error.stack = [error.stack, ...lines].join("\n")
    return error
  }
}
