/** Reproduces the state before the recordings about users and sign-in. */
import * as Effect from "effect/Effect"
import type { User } from "../../../src/emulator/state/Store.ts"
import { claimsIn, type Past } from "./scene.ts"
import type { Areas } from "./steps.ts"
import type { Ids } from "./world.ts"

/** Advances the clock by a quarter of an hour during one exchange, so that all access tokens have expired. */
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

/** Deletes the user, but keeps the tokens. */
const deleted = (name: string): Past => (scene) =>
  Effect.gen(function*() {
    yield* scene.tokenOf(name)
    const { id } = scene.person(name)
    yield* scene.call("DELETE", `/api/v1/users/${id}`, serverOf(scene.world))
  })

/** Sets a user to the state at the time of the recording. */
const was = (name: string, state: Partial<User>): Past => ({ person, tokenOf }) =>
  Effect.map(tokenOf(name), () => void Object.assign(person(name), state))

/** Expires the session of a refresh token. */
const ended = (name: string): Past => ({ standsFor, tokenOf, world }) =>
  Effect.map(tokenOf(name), () => {
    const token = standsFor(`{{refresh_token:${name}}}`)!
    Object.assign(world.sessionsByRefreshToken.get(token)!, { expiresAt: 0 })
  })

/** Assigns the recorded ids to a user and the user's unverified address. */
const namesChannel = (name: string, userId: string, channelId: string): Past => ({ bind, person, tokenOf, world }) =>
  Effect.map(tokenOf(name), () => {
    const { contactChannelIds, id } = person(name)
    bind(userId, id)
    bind(channelId, contactChannelIds[0]!)
    Object.assign(world.contactChannels.get(contactChannelIds[0]!)!, { isVerified: false })
  })

export const signInAreas = (ids: Ids): Areas => {
  const bobsAddress = namesChannel("bob", ids.bob, ids.bobsAddress)

  return {
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
    "auth-anonymous": {
      pasts: {
        "server list with anonymous users": ({ standsFor, world }) =>
          Effect.sync(() => {
            const { sub } = claimsIn(standsFor("{{access_token:anon}}")!)
            world.users.get(String(sub))!.displayName = "Someone"
          })
      }
    },
    "auth-oauth": {},
    "oauth-providers": {},
    "connected-accounts": {
      // shared keys give access tokens only on the platform's development servers
      elsewhere: {
        which: ({ name }) => name.includes("in production"),
        seed: (usual) => ({ ...usual, sharedOAuthAccessTokens: false }),
        pasts: {
          "access token by server with shared keys in production": ({ bind, person, tokenOf }) =>
            Effect.map(tokenOf("omar"), () => bind(ids.omar, person("omar").id))
        }
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
            bind(ids.ann, person("bob").id)
            bind(
              ids.annsSession,
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
            `/api/v1/contact-channels/${person("wes").id}/${standsFor(ids.wesAddress)}`,
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
        "update primary email": was("una", { clientMetadata: "just text" }),
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
            bind(ids.teamOfUna, id)
          })
      }
    },
    "users-server": {
      pasts: {
        "update password": ({ emulator, standsFor }) =>
          Effect.sync(() => {
            const { contactChannels, users } = emulator.store.projects.get(ids.people)!
            for (const id of users.get(standsFor(ids.withSecondFactor)!)!.contactChannelIds) {
              contactChannels.get(id)!.isVerified = true
            }
          }),
        "set second factor": ({ emulator, standsFor }) =>
          Effect.sync(() => {
            const { users } = emulator.store.projects.get(ids.people)!
            Object.assign(users.get(standsFor(ids.withSecondFactor)!)!, { passwordHash: null })
          })
      }
    }
  }
}
