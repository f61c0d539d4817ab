/** Runs code that a reader wrote, as a module: with `import` lines and with `await` outside functions. */
import type { Outcome } from "./playground.ts"

/** Values that the code can use without an import. */
export interface Prepared {
  readonly [name: string]: unknown
}

/** Modules that the code can import. */
const modules: { readonly [name: string]: () => Promise<object> } = {
  "latchkey": () => import("../../../../src/index.ts"),
  "latchkey/promise": () => import("../../../../src/promise/index.ts"),
  "latchkey/verify": () => import("../../../../src/verify.ts"),
  "latchkey/accounts": () => import("../../../../src/accounts/index.ts"),
  "latchkey/metadata": () => import("../../../../src/metadata/index.ts"),
  "latchkey/payments": () => import("../../../../src/payments/index.ts"),
  "latchkey/testing": () => import("../../../../src/testing/index.ts"),
  "latchkey/testing/simulate": () => import("./simulate.ts"),
  "effect/Duration": () => import("effect/Duration"),
  "effect/Effect": () => import("effect/Effect"),
  "effect/Redacted": () => import("effect/Redacted"),
  "effect/Schema": () => import("effect/Schema"),
  "effect/Schedule": () => import("effect/Schedule"),
  "otpauth": () => import("otpauth")
}

const load = async (name: string): Promise<object> => {
  const module = modules[name]
  if (module !== undefined) return module()
  throw new Error(
    `This sandbox can't import "${name}", because it has no package manager. It has: ${
      Object.keys(modules).join(", ")
    }. Use one of these, or try the code in a project of your own.`
  )
}

const importLine = /^import\s+(?:\*\s+as\s+(\w+)|\{([^}]*)\})\s+from\s+["']([^"']+)["'];?$/gm

/** Replaces `import` lines, which only modules can contain, with calls of `load`. */
const withoutImports = (code: string): string =>
  code.replace(importLine, (_, namespace: string | undefined, names: string | undefined, from: string) => {
    const bound = namespace ?? `{${names!.replace(/\bas\b/g, ":").replace(/(\w+)\s*:\s*/g, "$1: ")}}`
    return `const ${bound} = await load(${JSON.stringify(from)})`
  })

const AsyncFunction = (async () => {}).constructor as new(
  ...parametersAndBody: ReadonlyArray<string>
) => (...values: ReadonlyArray<unknown>) => Promise<void>

export const runCode = async (code: string, prepared: Prepared): Promise<Outcome> => {
  try {
    const names = Object.keys(prepared)
    // the block lets the code declare these names itself
    const run = new AsyncFunction(...names, "load", `{\n${withoutImports(code)}\n}`)
    await run(...Object.values(prepared), load)
    return { _tag: "Done" }
  } catch (thrown) {
    return failed(thrown)
  }
}

interface Failure {
  readonly _tag?: string
  readonly name?: string
  readonly message?: string
  readonly code?: unknown
  readonly reason?: { readonly _tag: string }
}

/** The tag of an error; of a `CallError`, also the tag of its reason. */
const failed = (thrown: unknown): Outcome => {
  const { _tag, code, message, name, reason } = (thrown ?? {}) as Failure
  return {
    _tag: "Failed",
    name: reason === undefined ? _tag ?? name ?? "Error" : `${_tag} ${reason._tag}`,
    message: message ?? String(thrown),
    code: typeof code === "string" && /^[A-Z_]+$/.test(code) ? code : undefined
  }
}

/** Formats a value as one line of output. */
export const printed = (value: unknown): string => {
  if (typeof value === "string") return value
  try {
    return JSON.stringify(value, null, 2) ?? String(value)
  } catch {
    return String(value)
  }
}
