/** State of the API keys section, for a user or a team. */
"use client"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ReadDefinition } from "../../../layers/reads/index.ts"
import type {
  TeamApiKey,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyFirstView
} from "../../../schemas/entities/ApiKey.ts"
import { type InvalidReason, type NewApiKey, userApiKeys, whyInvalid } from "../../../src/flows/account/index.ts"
import { teamApiKeys } from "../../../src/flows/teams/index.ts"
import * as reads from "../../../src/reads.ts"
import type { ClientServices } from "../../index.ts"
import { inTurn, type Thing } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { useRunOnce } from "../form/useRunOnce.ts"
import { useStateOfUser } from "../form/useUserId.ts"
import { validateRequired } from "../form/validate.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"

/** Lifetimes of a new key, in days. */
export const apiKeyLifetimes = ["7", "30", "90", "365", "never"] as const

/** A key in the list. If the key is invalid, includes the reason. */
export type ApiKeyItem = (UserApiKey | TeamApiKey) & { readonly invalid: InvalidReason | null }

/** State of the API keys section. */
export type ApiKeysState = Loaded<{
  /** The keys, newest first, including expired and revoked ones. */
  readonly keys: ReadonlyArray<ApiKeyItem>
  /** `lifetime` is one of {@link apiKeyLifetimes}. */
  readonly create: Form<{ readonly description: string; readonly lifetime: string }>
  /** The key that was just created. Its value can't be read again later. */
  readonly created: { readonly description: string; readonly value: Redacted.Redacted } | undefined
  /** Hides the created key. */
  readonly dismiss: () => void
  readonly revoke: ItemAction
}>

/** Returns the state of the API keys section. */
export const useApiKeysSection = (of?: { readonly teamId: string }): ApiKeysState => {
  const owner = of === undefined ? user : team(of.teamId)
  const loaded = useLoaded(owner.keys)
  const now = useRunOnce(loaded.step === "ready" ? loaded.value : undefined, currentTime)
  const [created, setCreated] = useStateOfUser<{ readonly description: string; readonly value: Redacted.Redacted }>()
  const create = useForm({
    initial: { description: "", lifetime: "90" },
    check: ({ description }) => ({ description: validateRequired("description", description) }),
    submit: ({ description, lifetime }) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => owner.create({ description: description.trim(), expiresAt: expiryOf(lifetime, now) })
      ).pipe(inTurn(owner.thing)),
    onSuccess: ({ description, value }) => {
      create.reset()
      setCreated({ description, value })
    }
  })
  const revoke = useEach((id) => inTurn(owner.thing)(owner.revoke(id)))
  return withReady(loaded, (keys) => ({
    keys: keys.map((key) => ({
      ...key,
      invalid: whyInvalid(key, now._tag === "Done" ? now.result : new Date(0))
    })),
    create,
    created,
    dismiss: () => setCreated(undefined),
    revoke
  }))
}

/** The reads and requests for a user's or a team's keys. */
interface Owner {
  readonly thing: Thing
  readonly keys: ReadDefinition<ReadonlyArray<UserApiKey | TeamApiKey>, unknown, ClientServices>
  readonly create: (key: NewApiKey) => Effect.Effect<UserApiKeyFirstView | TeamApiKeyFirstView, unknown, ClientServices>
  readonly revoke: (id: string) => Effect.Effect<unknown, unknown, ClientServices>
}

const user: Owner = {
  thing: "api keys",
  keys: reads.userApiKeys,
  create: userApiKeys.create,
  revoke: (id) => userApiKeys.revoke({ id })
}

const team = (teamId: string): Owner => ({
  thing: `team ${teamId}`,
  keys: reads.teamApiKeys(teamId),
  create: (key) => teamApiKeys.create({ ...key, teamId }),
  revoke: (id) => teamApiKeys.revoke({ id, teamId })
})

const currentTime = () => Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

const dayMillis = 86_400_000

const expiryOf = (lifetime: string, now: number): Date | null =>
  lifetime === "never" ? null : new Date(now + Number(lifetime) * dayMillis)
