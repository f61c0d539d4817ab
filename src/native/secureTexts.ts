/** A secure store as Effect's `KeyValueStore`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore, KeyValueStoreError, makeStringOnly } from "effect/persistence/KeyValueStore"
import * as Random from "effect/Random"
import { Listeners, nameOf } from "../../layers/call/index.ts"
import { makeMutex } from "../../layers/session/index.ts"
import * as parts from "./parts.ts"
import { type Entries, entriesOf, type SecureStore } from "./secureModules.ts"

/** Options for the module's calls. */
export interface SecureTextsOptions<Options extends object = {}> {
  /**
   * Options that the module gets with every call, such as `{ keychainAccessible: AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY }`
   * of `expo-secure-store`.
   */
  readonly moduleOptions?: Options | undefined
}

/** State that all stores over one module share: its operations run one at a time, and writers notify the others. */
interface Shared {
  readonly locked: ReturnType<typeof makeMutex>
  /** Runs compare-and-set operations one at a time. Each consists of several operations of the module. */
  readonly comparing: ReturnType<typeof makeMutex>
  readonly written: Listeners<string>
  /** Names whose interrupted changes were completed. Another process may have been terminated during a change. */
  readonly cleaned: Set<string>
}

const sharedBy = new WeakMap<object, Shared>()

/** Returns the shared state of a module. */
export const sharedOf = (store: object): Shared => {
  let shared = sharedBy.get(store)
  if (shared === undefined) {
    sharedBy.set(
      store,
      shared = {
        locked: makeMutex(),
        comparing: makeMutex(),
        written: new Listeners(),
        cleaned: new Set()
      }
    )
  }
  return shared
}

/** The store with errors that don't contain the module's message, because it may quote the value. */
export const textsOver = <Options extends object>(
  store: SecureStore<Options>,
  { moduleOptions }: SecureTextsOptions<Options> = {}
): Pick<KeyValueStore, "get" | "remove"> & {
  readonly set: (key: string, value: string) => Effect.Effect<void, KeyValueStoreError>
} => {
  const entries = entriesOf(store, moduleOptions)
  const { cleaned, locked, written } = sharedOf(store)
  const run = <A>(method: string, key: string, use: (entries: Entries, key: string) => Promise<A>) =>
    // a native call can't be aborted, so the next operation waits for it
    locked(Effect.uninterruptible(Effect.tryPromise({
      try: () => use(entries, parts.keyOfName(key)),
      catch: (thrown) => new KeyValueStoreError({ method, key, message: `The secure store failed: ${nameOf(thrown)}.` })
    })))
  const changed = (key: string) => Effect.sync(() => void written.notify(key))
  return {
    get: (key) =>
      run("get", key, async (entries, at) => {
        const text = await parts.read(entries, at)
        if (!cleaned.has(key)) {
          cleaned.add(key)
          await parts.clean(entries, at)
        }
        return text
      }),
    set: (key, value) =>
      Random.Random.pipe(
        Effect.flatMap((random) =>
          run("set", key, (entries, at) => parts.write(entries, at, value, () => newId(random.nextDoubleUnsafe())))
        ),
        Effect.tap(() => changed(key))
      ),
    remove: (key) => Effect.tap(run("remove", key, parts.remove), () => changed(key))
  }
}

/** Creates an id of eight characters from a number between 0 and 1. */
const newId = (random: number): string => Math.floor(random * 36 ** 8).toString(36).padStart(8, "0")

/**
 * Any secure store as a `KeyValueStore`, for `Accounts.layerKeyValue()`. Values may have any length: values of more than
 * 2048 bytes are stored in parts. `clear`, `size` and `keys` fail, because secure stores don't list their keys.
 *
 * ```ts
 * const tokenStore = Accounts.layerKeyValue().pipe(Layer.provide(layerSecureKeyValue(SecureStore)))
 * ```
 */
export const layerSecureKeyValue = <Options extends object = {}>(
  store: SecureStore<Options>,
  options?: SecureTextsOptions<Options>
): Layer.Layer<KeyValueStore> =>
  Layer.sync(KeyValueStore, () =>
    makeStringOnly({
      ...textsOver(store, options),
      clear: unsupported("clear"),
      size: unsupported("size"),
      keys: unsupported("keys")
    }))

const unsupported = (method: string) =>
  Effect.fail(new KeyValueStoreError({ method, message: "Secure stores can't list their keys." }))
