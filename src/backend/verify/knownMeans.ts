/**
 * The sign-in methods of a user, and when a back end learned of each. The platform shows which methods a user
 * has, but neither when a method was added nor which method began a session. docs/laws.md fresh-3.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import * as Schema from "effect/Schema"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import * as OAuthProviders from "../../../schemas/endpoints/oauthProviders.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { digest } from "../token/index.ts"

/**
 * Time at which each sign-in method became known, in milliseconds since the epoch. `-1` for the methods that the user
 * had when first seen.
 */
export type MeansSince = { readonly [means: string]: number }

const firstLook = -1

/** Stores, by user id, when each sign-in method became known. */
export interface KnownMeansStore {
  readonly get: (userId: string) => Effect.Effect<MeansSince | undefined, unknown>
  readonly set: (userId: string, known: MeansSince) => Effect.Effect<void, unknown>
}

/** Maximum number of users that the store in memory remembers. */
const maxUsers = 100_000

const inMemory = (): KnownMeansStore => {
  const users = new Map<string, MeansSince>()
  return {
    get: (userId) => Effect.sync(() => users.get(userId)),
    set: (userId, known) =>
      Effect.sync(() => {
        users.delete(userId)
        if (users.size >= maxUsers) users.delete(users.keys().next().value!)
        users.set(userId, known)
      })
  }
}

/**
 * Remembers the sign-in methods of each user. @default in memory, until the process ends. The methods that a user has
 * when first seen are trusted, so use a store that outlives the process and is shared by all servers:
 * {@link layerKnownMeans}.
 */
export const KnownMeans = Context.Reference<KnownMeansStore>("latchkey/setting/KnownMeans", { defaultValue: inMemory })

const Stored = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Finite))

/**
 * Remembers the sign-in methods of each user in the `KeyValueStore`: their kinds, the ids of addresses and linked
 * accounts, digests of addresses, and times.
 */
export const layerKnownMeans = (): Layer.Layer<never, never, KeyValueStore> =>
  Layer.effect(
    KnownMeans,
    Effect.map(KeyValueStore, (store): KnownMeansStore => {
      const keyOf = (userId: string) => `latchkey-means-${userId}`
      return {
        get: (userId) =>
          Effect.map(store.get(keyOf(userId)), (text) =>
            text === undefined
              ? undefined
              : Option.getOrElse(Schema.decodeOption(Stored)(text), (): MeansSince => ({}))),
        set: (userId, known) => store.set(keyOf(userId), Schema.encodeSync(Stored)(known))
      }
    })
  )

/** Lists the current sign-in methods of the session's user, with the session's own tokens. */
export const meansOfUser = Effect.gen(function*() {
  const user = yield* Users.getMe()
  const [channels, providers] = yield* Effect.all([
    ContactChannels.list({ userId: "me" }),
    OAuthProviders.list({ userId: "me" })
  ], { concurrency: 2 })
  const addresses = yield* Effect.forEach(
    channels.items.filter(({ usedForAuth }) => usedForAuth),
    // the address of a channel can be changed
    ({ id, value }) => Effect.map(Effect.promise(() => digest(value)), (address) => `email ${id} ${address}`)
  )
  return [
    ...(user.hasPassword ? ["password"] : []),
    ...(user.passkeyAuthEnabled ? ["passkey"] : []),
    ...addresses,
    ...providers.items.filter(({ allowSignIn }) => allowSignIn).map(({ id }) => `oauth ${id}`)
  ]
})

/**
 * Records the current sign-in methods. Returns when the newest method became known, or `-1` if the user had all of
 * them when first seen.
 */
export const newestMeans = (
  userId: string,
  means: ReadonlyArray<string>,
  now: number
): Effect.Effect<number, unknown> =>
  Effect.flatMap(KnownMeans, (store) =>
    Effect.flatMap(store.get(userId), (before) => {
      const known = Object.fromEntries(
        means.map((each) => [each, before === undefined ? firstLook : before[each] ?? now])
      )
      const isSame = before !== undefined && Object.keys(before).length === means.length
        && means.every((each) => each in before)
      return Effect.as(isSame ? Effect.void : store.set(userId, known), Math.max(firstLook, ...Object.values(known)))
    }))
