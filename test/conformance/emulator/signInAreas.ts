import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, type Seed } from "../../../../layers/emulator/index.ts"
import type { User } from "../../../../layers/emulator/state/Store.ts"
import { type Exchange, exchangesOf, type Past, replay, seed } from "./recordings.ts"

interface Area {
  /** What happened before an exchange and is in no recording. */
  readonly pasts?: { readonly [exchange: string]: Past }
  readonly seed?: Seed
  readonly of?: string
  /** Which exchanges of the recording. */
  readonly which?: (exchange: Exchange) => boolean
}

/** For one exchange, the platform's time is a quarter of an hour later: access tokens have expired. */
const later = (name: string): Past => ({ emulator: { clock }, tokenOf }) =>
  Effect.map(tokenOf(name), () => {
    const now = clock.now()
    clock.advance("15 minutes")
    return () => clock.moveTo(now)
  })

const serverOf = ({ id, keySets }: { readonly id: string; readonly keySets: ReadonlyArray<any> }) => ({
  "x-stack-access-type": "server",
  "x-stack-project-id": id,
  "x-stack-secret-server-key": keySets[0].keys.server as string
})

/** The user is deleted, the tokens are not. */
const deleted = (name: string): Past => (scene) =>
  Effect.gen(function*() {
    yield* scene.tokenOf(name)
    const { id } = scene.person(name)
    yield* scene.call("DELETE", `/api/v1/users/${id}`, serverOf(scene.world))
  })

/** The recording was made with a user of this state. */
const was = (name: string, state: Partial<User>): Past => ({ person, tokenOf }) =>
  Effect.map(tokenOf(name), () => void Object.assign(person(name), state))

/** The session of a refresh token is over. */
const ended = (name: string): Past => ({ standsFor, tokenOf, world }) =>
  Effect.map(tokenOf(name), () => {
    const token = standsFor(`{{refresh_token:${name}}}`)!
    Object.assign(world.sessionsByRefreshToken.get(token)!, { expiresAt: 0 })
  })

/** The recording says which address is meant, but not whose it is. It is not verified. */
const namesChannel = (name: string, userId: string, channelId: string): Past => ({ bind, person, tokenOf, world }) =>
  Effect.map(tokenOf(name), () => {
    const { contactChannelIds, id } = person(name)
    bind(userId, id)
    bind(channelId, contactChannelIds[0]!)
    Object.assign(world.contactChannels.get(contactChannelIds[0]!)!, { isVerified: false })
  })

const bobsAddress = namesChannel(
  "bob",
  "3addf94d-22ff-4c6d-b431-6e4e8fed5495",
  "d8e1977e-8eb1-4cc7-b617-aa8793b30584"
)

const inProduction = ({ name }: Exchange) => name.includes("in production")

const areas: { readonly [area: string]: Area } = {
  general: {},
  "project-auth": {
    pasts: { "expired admin token": later("mallory"), "expired admin token (status override)": later("mallory") }
  },
  "auth-password": {},
  "auth-otp": {},
  "auth-mfa": {
    pasts: {
      "magic link asks for second factor": ({ person, tokenOf, world }) =>
        Effect.map(tokenOf("jon"), () => {
          const jon = person("jon")
          Object.assign(jon, { requiresTotpMfa: true })
          Object.assign(world.contactChannels.get(jon.contactChannelIds[0]!)!, { isVerified: true })
        })
    }
  },
  "auth-anonymous": {},
  "auth-oauth": {},
  "oauth-providers": {},
  "connected-accounts": { which: (exchange) => !inProduction(exchange) },
  // shared keys give tokens on the platform's development servers only
  "connected-accounts in production": {
    of: "connected-accounts",
    which: inProduction,
    seed: { ...seed, sharedOAuthAccessTokens: false },
    pasts: {
      "access token by server with shared keys in production": ({ bind, person, tokenOf }) =>
        Effect.map(tokenOf("omar"), () => bind("a65f558a-de6d-4fd6-86e1-714ffd5e07a2", person("omar").id))
    }
  },
  sessions: {
    pasts: {
      "access token with broken signature": ({ bind, tokenOf }) =>
        Effect.map(tokenOf("bob"), (token) => {
          const [header, payload] = token.split(".")
          bind("{{access_token_with_broken_signature:2}}", `${header}.${payload}.${"A".repeat(86)}`)
        }),
      "refresh a session that has ended": ended("ann_short"),
      "list sessions with place info": ({ call, standsFor, tokenOf, world }) =>
        Effect.andThen(
          tokenOf("bob"),
          call("POST", "/api/v1/auth/sessions/current/refresh", {
            ...serverOf(world),
            "x-stack-refresh-token": standsFor("{{refresh_token:bob}}")!,
            "x-forwarded-for": "203.0.113.7",
            "x-vercel-ip-country": "PT",
            "x-vercel-ip-country-region": "11",
            "x-vercel-ip-city": "Lisbon",
            "x-vercel-ip-latitude": "38.72",
            "x-vercel-ip-longitude": "-9.14",
            "x-vercel-ip-timezone": "Europe/Lisbon"
          })
        ),
      "server deletes a session": ({ bind, person, standsFor, tokenOf, world }) =>
        Effect.map(tokenOf("bob"), () => {
          bind("2d9e8bc6-fe61-4b29-8865-a637c87639a7", person("bob").id)
          bind(
            "d983b510-78b2-41a2-b365-5e983d5f1581",
            world.sessionsByRefreshToken.get(standsFor("{{refresh_token:bob}}")!)!.id
          )
        }),
      "access token of a deleted user": deleted("deadend"),
      "expired access token": later("nomad"),
      "expired access token with override status": later("nomad")
    }
  },
  "contact-channels": {
    pasts: {
      "change value without type": ({ call, person, standsFor, world }) =>
        call(
          "PATCH",
          `/api/v1/contact-channels/${person("wes").id}/${standsFor("072c8c35-ffaf-4ee4-82d2-7181e97da3a2")}`,
          { ...serverOf(world), "content-type": "application/json" },
          JSON.stringify({ is_primary: true })
        ),
      "server verifies": bobsAddress,
      "server sends code": bobsAddress
    }
  },
  "users-me": {
    pasts: {
      "update client metadata": was("una", { displayName: null }),
      "client metadata set to null": was("una", { displayName: null }),
      "update profile image with data url": was("una", { clientMetadata: "just text" }),
      "turn one time codes on with unverified email": was("una", { profileImageUrl: null }),
      "empty update": was("una", { otpAuthEnabled: false }),
      "display name that is a number": was("una", { otpAuthEnabled: false }),
      "select own team": ({ bind, call, person, tokenOf, world }) =>
        Effect.gen(function*() {
          yield* tokenOf("una")
          Object.assign(person("una"), {
            otpAuthEnabled: false,
            displayName: "Una E.",
            clientMetadata: { theme: "light" }
          })
          const team = JSON.stringify({ display_name: "Una and friends", creator_user_id: person("una").id })
          const headers = { ...serverOf(world), "content-type": "application/json" }
          const { body: { id } } = yield* call("POST", "/api/v1/teams", headers, team)
          bind("6be74276-e848-4aca-963f-b3c03d472f34", id)
        })
    }
  },
  "users-server": {
    pasts: {
      "set second factor": ({ emulator, standsFor }) =>
        Effect.sync(() => {
          const { users } = emulator.store.projects.get("6623d343-cd34-4559-8b6a-b0d97d61342e")!
          Object.assign(users.get(standsFor("5948803c-575f-4445-97f9-d06db834fb0e")!)!, { passwordHash: null })
        })
    }
  }
}

describe("the emulator answers as the platform did", () => {
  for (const [area, { of = area, pasts = {}, seed: seeded = seed, which = () => true }] of Object.entries(areas)) {
    const exchanges = exchangesOf(of).filter(which)

    it.live.skipIf(exchanges.length === 0)(area, () =>
      Effect.gen(function*() {
        const replayed = yield* replay(exchanges, pasts)

        assert.deepStrictEqual(replayed.filter(({ difference }) => difference !== undefined), [])
      }).pipe(Effect.provide(Emulator.layer(seeded))))
  }
})
