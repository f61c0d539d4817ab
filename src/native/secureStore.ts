/** The session in the keychain of iOS or the keystore of Android. docs/laws.md Y1, Y2. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { KeyValueStoreError } from "effect/persistence/KeyValueStore"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Visibility } from "../../layers/browser/index.ts"
import { Project } from "../../layers/call/index.ts"
import {
  sameTokens,
  type StoredTokens,
  tokensFromText,
  TokenStore,
  TokenStoreFailed,
  tokensToText,
  valueStream
} from "../../layers/session/index.ts"
import type { SecureStore } from "./secureModules.ts"
import { type SecureTextsOptions, sharedOf, textsOver } from "./secureTexts.ts"

/** Options for {@link layerSecureStore}. */
export interface SecureStoreOptions<Options extends object = {}> extends SecureTextsOptions<Options> {
  /** @default `latchkey-session-` followed by the project's id */
  readonly key?: string | undefined
}

/**
 * Keeps the session in a secure store: pass the module `expo-secure-store`, `react-native-keychain`, or any object with
 * `getItem`, `setItem` and `removeItem`. Values of more than 2048 bytes are stored in parts. If the app is terminated
 * during a write, the next start finds the old or the new session.
 *
 * While the store fails, for example because the device is locked, the session stays in memory, and no user is signed
 * out. The store is read again when the app returns to the foreground: see `layerAppState`.
 *
 * ```ts
 * import * as SecureStore from "expo-secure-store"
 *
 * const tokenStore = layerSecureStore(SecureStore)
 * ```
 */
export const layerSecureStore = <Options extends object = {}>(
  store: SecureStore<Options>,
  options: SecureStoreOptions<Options> = {}
): Layer.Layer<TokenStore, never, Project> => Layer.effect(TokenStore, Effect.suspend(() => make(store, options)))

const make = <Options extends object>(
  store: SecureStore<Options>,
  options: SecureStoreOptions<Options>
): Effect.Effect<TokenStore["Service"], never, Project | Scope.Scope> =>
  Effect.gen(function*() {
    const { id } = yield* Project
    const key = options.key ?? `latchkey-session-${id}`
    const texts = textsOver(store, options)
    const { comparing, written } = sharedOf(store)
    const { onReturn } = yield* Visibility
    let last: StoredTokens | null = null
    let isUnread = false

    const get = Effect.suspend(() => texts.get(key)).pipe(
      Effect.mapError((error) => {
        isUnread = true
        return failed("read", error, "The session stays in memory. The store is read again in the foreground.")
      }),
      Effect.map((text) => {
        isUnread = false
        const found = tokensFromText(text)
        if (!sameTokens(found, last)) last = found
        return last
      })
    )
    // An entry that can't be decrypted is unreadable until it is written or deleted, which a locked device refuses too.
    const isExpected = (expected: StoredTokens | null) =>
      Effect.map(get, (found) => sameTokens(found, expected)).pipe(
        Effect.retry({ times: 1 }),
        Effect.orElseSucceed(() => true)
      )
    return TokenStore.of({
      kind: "a secure store",
      // a keychain may ask the user to unlock it, and a slow keystore must not look like a signed-out user
      endsByItself: true,
      get,
      compareAndSet: (expected, next) =>
        comparing(Effect.gen(function*() {
          if (!(yield* isExpected(expected))) return false
          yield* Effect.mapError(
            next === null ? texts.remove(key) : texts.set(key, tokensToText(next)),
            (error) => failed("write", error)
          )
          return true
        })),
      changes: Stream.transformPull(
        valueStream(() => changes.count, (listener) => {
          const changed = () => {
            changes.count++
            listener()
          }
          const stops = [
            written.subscribe((name) => name === key ? changed() : undefined),
            onReturn(() => isUnread ? changed() : undefined)
          ]
          return () => stops.forEach((stop) => stop())
        }),
        (pull) => Effect.succeed(Effect.andThen(pull, Effect.map(Effect.orElseSucceed(get, () => last), Arr.of)))
      )
    })
  })

/** Number of changes of all stores, which distinguishes a change from the previous one. */
const changes = { count: 0 }

const failed = (operation: "read" | "write", { message }: KeyValueStoreError, consequence?: string) =>
  new TokenStoreFailed({
    operation,
    problem: `${message[0]!.toLowerCase()}${message.slice(1, -1)}`,
    ...(consequence === undefined ? {} : { consequence })
  })
