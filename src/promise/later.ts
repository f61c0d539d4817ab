/** Functions whose code is loaded when one of them is first called, so that a page starts without it. */
import * as Effect from "effect/Effect"
import { CodeNotLoaded } from "../errors/index.ts"

type Effectful = (...args: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, any>

/** The functions of a namespace that return an effect. Other functions can't wait for their code. */
export type Loadable<Functions> = {
  [Name in keyof Functions as Functions[Name] extends Effectful ? Name : never]: Functions[Name]
}

/** All names of a namespace's functions, because they must be known before their code is loaded. */
export type Names<Functions> = { readonly [Name in keyof Loadable<Functions>]: true }

/**
 * Returns the functions of a namespace that is loaded by the first call. Their effects also fail with `CodeNotLoaded`. A
 * later call imports the code again, but some browsers cache the failure of an import until the page is reloaded.
 */
export const later = <Functions extends object>(
  load: () => Promise<Functions>,
  names: Names<Functions>
): Loadable<Functions> => {
  const loaded = Effect.tryPromise({ try: load, catch: (cause) => new CodeNotLoaded({ cause }) })
  const functions = Object.keys(names).map((name) => [
    name,
    (...args: ReadonlyArray<never>) =>
      Effect.flatMap(loaded, (found) => (found as { readonly [name: string]: Effectful })[name]!(...args))
  ])
  return Object.fromEntries(functions)
}

/** Returns some namespaces of a module that is loaded by the first call of any of them. */
export const namespacesLater = <Module extends object, Chosen extends keyof Module>(
  load: () => Promise<Module>,
  names: { readonly [Namespace in Chosen]: Names<Module[Namespace]> }
): { readonly [Namespace in Chosen]: Loadable<Module[Namespace]> } =>
  Object.fromEntries(
    Object.entries<Names<any>>(names).map(([namespace, functions]) => [
      namespace,
      later(async () => (await load())[namespace as Chosen] as object, functions)
    ])
  ) as never
