/** Reproduces sign-ins at a provider that started before the recorded callbacks. */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { SignInAccount } from "../../../src/emulator/index.ts"
import type { Project } from "../../../src/emulator/state/Store.ts"
import type { Exchange } from "../exchange.ts"
import type { Scene } from "./scene.ts"

/** State before an exchange. */
interface Past {
  /** Account that returns from the provider with a code. */
  readonly arrived?: SignInAccount
  readonly parameters?: { readonly [name: string]: string | undefined }
  /** User that gets the linked account. */
  readonly linkTo?: string
  readonly tooLate?: true
  readonly prepare?: (project: Project) => void
}

const errorPage = "https://app.example.com/handler/error"
const withErrorPage = { error_redirect_url: errorPage }
const person = (name: string): SignInAccount => ({ email: `${name}@example.com` })

const signUpIs = (signUpEnabled: boolean) => (project: Project) => {
  project.config = { ...project.config, signUpEnabled }
}

const isVerified = (name: string, verified: boolean) => (project: Project) => {
  const channel = project.signInChannels.get(`${name}@example.com`)
  if (channel !== undefined) channel.isVerified = verified
}

const pasts: { readonly [exchange: string]: Past } = {
  "callback signs up a new user": { arrived: person("nina") },
  "callback without cookie": { parameters: withErrorPage },
  "callback after the outer flow timed out": { tooLate: true },
  "callback after the outer flow timed out, with error page": {
    parameters: withErrorPage,
    tooLate: true
  },
  "callback with bad redirect url": {
    arrived: person("nina"),
    parameters: { redirect_uri: "https://elsewhere.example.com/" }
  },
  "callback with bad scope": { arrived: person("nina"), parameters: { scope: "other" } },
  "callback with empty scope": { arrived: person("nina"), parameters: { scope: "" } },
  "callback where sign up is off": {
    arrived: person("somebodynew"),
    prepare: signUpIs(false)
  },
  "callback with email of an unverified user": {
    arrived: person("rhea"),
    prepare: isVerified("rhea", false)
  },
  "callback with email of an unverified user, with error page": {
    arrived: person("rhea"),
    parameters: withErrorPage
  },
  "callback links to a verified user": {
    arrived: person("rhea"),
    prepare: isVerified("rhea", true)
  },
  "callback links provider to signed in user": { arrived: person("ann"), linkTo: "ann" },
  "callback links an account used by someone else": { arrived: person("omar"), linkTo: "ann" }
}

/** Users of unrecorded sign-ins, by the number of the code that the sign-in returned. */
const codes: { readonly [number: string]: string } = { 2: "nina", 3: "omar", 4: "nina" }

const verifier = "w3r1f13r".repeat(8)
const challenge = createHash("sha256").update(verifier).digest("base64url")

/** Performs sign-ins that were not recorded. */
export const signIns = ({ bind, emulator, tokenOf, world: project }: Scene) => {
  bind("{{oauth_code_challenge:s256}}", challenge)
  bind("{{oauth_code_verifier:s256}}", verifier)

  const authorizeUrl = (parameters: Past["parameters"] = {}) => {
    const url = new URL(`${emulator.baseUrl}/api/v1/auth/oauth/authorize/spotify`)
    const all = {
      client_id: project.id,
      client_secret: "{{publishable_client_key:acme}}",
      redirect_uri: "https://app.example.com/handler/oauth-callback",
      scope: "legacy",
      state: "outer-state-1",
      grant_type: "authorization_code",
      code_challenge: challenge,
      code_challenge_method: "S256",
      response_type: "code",
      ...parameters
    }
    for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  }

  const locationOf = (url: string, form?: { readonly [name: string]: string }) =>
    Effect.promise(async () => {
      const request = new Request(url, form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) })
      return (await emulator.fetch(request)).headers.get("location")!
    })

  const linking = (name: string) => Effect.map(tokenOf(name), (token) => ({ type: "link", token }))

  return {
    /** Reproduces the state before an exchange. */
    play: ({ name, request }: Exchange) =>
      Effect.gen(function*() {
        const past = pasts[name]
        if (past === undefined) return
        signUpIs(true)(project)
        if (past.arrived?.email === "rhea@example.com") yield* tokenOf("rhea")
        past.prepare?.(project)
        const link = past.linkTo === undefined ? {} : yield* linking(past.linkTo)
        const page = yield* locationOf(authorizeUrl({ ...past.parameters, ...link }))
        const state = new URL(page).searchParams.get("state")!
        bind(/\{\{oauth_inner_state:\d+\}\}/.exec(request.path)![0], state)
        if (past.tooLate === true) emulator.oauth.expireFlow({ state })
        if (past.arrived === undefined) return
        const back = yield* locationOf(page, { email: past.arrived.email!, verified: "on" })
        bind(/\{\{oauth_provider_code:\d+\}\}/.exec(request.path)![0], new URL(back).searchParams.get("code")!)
      }),

    /** Returns the code of a sign-in that was not recorded. */
    code: (number: string) =>
      Effect.promise(async () => {
        const name = codes[number]
        if (name === undefined) return undefined
        const account = person(name)
        const url = await emulator.oauth.signIn({ authorizeUrl: authorizeUrl(), account })
        return new URL(url).searchParams.get("code")!
      }),

    /** Links the provider account with the user's own name. */
    link: (name: string) =>
      Effect.flatMap(
        linking(name),
        (parameters) =>
          Effect.promise(() => emulator.oauth.signIn({ authorizeUrl: authorizeUrl(parameters), account: person(name) }))
      )
  }
}
