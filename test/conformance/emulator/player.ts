/**
 * Exchanges with the real platform, put to the emulated one. What a recording left out (who was there before) is made up
 * for; ids, tokens and codes are those of this run wherever they stand in for the recorded ones.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { Emulator, type EmulatorHandle, type Seed } from "../../../../layers/emulator/index.ts"
import { digitsAt } from "../../../../layers/emulator/model/totp.ts"
import type { Project, ProjectConfig, User } from "../../../../layers/emulator/state/Store.ts"
import { beginHalfMinute } from "../../../support/halfMinute.ts"
import { mailServer } from "../../../support/mailServers.ts"
import { signIns } from "./recordedSignIns.ts"

export interface Exchange {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: { readonly [name: string]: string }
    readonly body?: unknown
  }
  readonly response: {
    readonly status: number
    readonly headers: { readonly [name: string]: string }
    readonly body: unknown
  }
}

/** What became of an exchange: `undefined` when the emulator answered as the platform did. */
export interface Replayed {
  readonly name: string
  readonly difference: string | undefined
}

const folder = new URL("../../../../../shared/recordings/", import.meta.url)

/** The exchanges of an area; none where the recordings are not at hand. */
export const exchangesOf = (area: string): ReadonlyArray<Exchange> => {
  try {
    return JSON.parse(readFileSync(new URL(`${area}.json`, folder), "utf8"))
  } catch {
    return []
  }
}

const claims = (): { readonly [placeholder: string]: { readonly jwt?: { readonly payload: Claims } } } => {
  try {
    return JSON.parse(readFileSync(new URL("_placeholders.json", folder), "utf8"))
  } catch {
    return {}
  }
}

interface Claims {
  readonly sub: string
  readonly refreshTokenId: string
  readonly aud: string
}

const acme = "ef5e4477-3397-4556-b6d7-a61a3be93aeb"

const project = (id: string, name: string, config: Partial<ProjectConfig>, displayName = name) => ({
  id,
  displayName,
  publishableClientKey: `{{publishable_client_key:${name}}}`,
  secretServerKey: `{{secret_server_key:${name}}}`,
  superSecretAdminKey: `{{super_secret_admin_key:${name}}}`,
  config: {
    domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }],
    oauthProviders: ["github", "google", "spotify"].map((id) => ({ id, type: "shared" as const })),
    ...config
  }
})

const password = "Tr0ub4dor-and-3"

/** The projects of the recordings, with their keys. */
export const seed: Seed = {
  revision: "2025-08",
  sharedOAuthAccessTokens: true,
  owners: [{ email: "olivia@example.com", password }],
  projects: [
    project(acme, "acme", {
      clientTeamCreationEnabled: true,
      clientUserDeletionEnabled: true,
      allowTeamApiKeys: true,
      allowUserApiKeys: true
    }, "Acme Notes"),
    project("5f3d0adc-df2c-4022-bbe8-244830c90ecf", "locked", {
      credentialEnabled: false,
      magicLinkEnabled: false,
      passkeyEnabled: false
    }),
    project("24cb35ca-8c98-4a00-9af5-dc6cf99db53e", "members", { signUpEnabled: false }),
    project("6623d343-cd34-4559-8b6a-b0d97d61342e", "people", {}),
    project("c5351e25-9dbc-4e38-9abd-b9fff27df5fb", "scratch", {}),
    project("3a2d978f-4cfc-41f5-a329-9923db9257e9", "gone", {}),
    project("cc482367-0337-42ef-8ffb-c037c4247efe", "mailer", {
      emailConfig: { ...mailServer, host: "localhost", senderName: "Own Mailer" }
    }, "Own Mailer")
  ]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const placeholder = /\{\{([a-z_0-9]+):([^}]+)\}\}/g
const mailKinds: { readonly [kind: string]: string } = {
  magic_link_code: "signIn",
  one_time_code: "signIn",
  password_reset_code: "passwordReset",
  email_verification_code: "emailVerification",
  team_invitation_code: "teamInvitation"
}

/** Mails that come of other calls than asking for one. */
const sentByOthers = new Set(["email_verification_code", "team_invitation_code"])

/** What a replay knows, for those who set a past up. */
export interface Scene {
  readonly emulator: EmulatorHandle
  /** The project of most recordings. */
  readonly world: Project
  /** The user with this name's address. */
  readonly person: (name: string) => User
  /** Signs a person in who was not there yet. */
  readonly tokenOf: (name: string) => Effect.Effect<string>
  /** What stands for a recorded value in this run. */
  readonly standsFor: (recorded: string) => string | undefined
  readonly bind: (recorded: string, actual: string) => void
  readonly call: (
    method: string,
    path: string,
    headers: { readonly [name: string]: string },
    body?: string
  ) => Effect.Effect<{ readonly body: any }>
}

/** What happened before an exchange and is in no recording. A function that it returns is called after the exchange. */
export type Past = (scene: Scene) => Effect.Effect<unknown>

/** Puts exchanges to the emulator in reach, in order. */
export const replay = (exchanges: ReadonlyArray<Exchange>, pasts: { readonly [exchange: string]: Past } = {}) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator
    const world = emulator.store.projects.get(acme)!
    const bound = new Map<string, string>()
    const recordedClaims = claims()
    const totpSecret = btoa("12345678901234567890")
    const bind = (recorded: string, actual: string) => bound.set(recorded, actual)

    const call = (method: string, path: string, headers: { readonly [name: string]: string }, body?: string) =>
      Effect.promise(async () => {
        const request = new Request(`${emulator.baseUrl}${path}`, {
          method,
          headers,
          body: body === undefined ? null : new TextEncoder().encode(body)
        })
        const response = await emulator.fetch(request)
        const text = await response.text()
        let json: any
        try {
          json = JSON.parse(text)
        } catch {
          json = text
        }
        return { status: response.status, headers: response.headers, body: json }
      })

    const acmeCall = (path: string, body: object, headers: { readonly [name: string]: string } = {}) =>
      call("POST", `/api/v1${path}`, {
        "x-stack-access-type": "client",
        "x-stack-project-id": acme,
        "x-stack-publishable-client-key": "{{publishable_client_key:acme}}",
        "content-type": "application/json",
        ...headers
      }, JSON.stringify(body))

    /** Signs a person of another project in. */
    const arriveElsewhere = (name: string, projectId: string) =>
      Effect.gen(function*() {
        const project = emulator.store.projects.get(projectId)!
        const email = `${name.split("#")[0]!}@example.com`
        const backend = (path: string, body: object) =>
          call("POST", `/api/v1${path}`, {
            "x-stack-access-type": "server",
            "x-stack-project-id": projectId,
            "x-stack-secret-server-key": project.keySets[0]!.keys.server!,
            "content-type": "application/json"
          }, JSON.stringify(body))
        const known = project.signInChannels.get(email)?.userId
        const user = { primary_email: email, primary_email_auth_enabled: true }
        const user_id = known ?? (yield* backend("/users", user)).body.id
        const { body } = yield* backend("/auth/sessions", { user_id })
        bindTokens(name, body)
      })

    /** Signs a person of the recordings in, who was there before they began. */
    const arrive = (name: string) =>
      Effect.gen(function*() {
        const audience = recordedClaims[`{{access_token:${name}}}`]?.jwt?.payload.aud ?? acme
        if (audience !== acme && emulator.store.projects.has(audience)) return yield* arriveElsewhere(name, audience)
        const person = name.split("#")[0]!
        const email = `${person}@example.com`
        const callbackUrl = "http://localhost:3000/x"
        const known = world.signInChannels.has(email)
        const { body } = yield* known
          ? acmeCall("/auth/password/sign-in", { email, password })
          : acmeCall("/auth/password/sign-up", { email, password, verification_callback_url: callbackUrl })
        if (typeof body.access_token !== "string") return
        bindTokens(name, body)
        if (name === "omar") yield* providers.link("omar")
      })

    const providers = signIns(emulator, world, (name) => tokenOf(name), bind)

    const tokenOf = (name: string): Effect.Effect<string> =>
      Effect.gen(function*() {
        const token = `{{access_token:${name}}}`
        if (!bound.has(token)) yield* arrive(name)
        return bound.get(token)!
      })

    const bindTokens = (name: string, tokens: { readonly access_token: string; readonly refresh_token: string }) => {
      const token = `{{access_token:${name}}}`
      if (bound.has(token)) return
      bind(token, tokens.access_token)
      bind(`{{refresh_token:${name}}}`, tokens.refresh_token)
      const recorded = recordedClaims[token]?.jwt?.payload
      const actual = JSON.parse(atob(tokens.access_token.split(".")[1]!)) as Claims
      if (recorded !== undefined) {
        bind(recorded.sub, actual.sub)
        bind(recorded.refreshTokenId, actual.refreshTokenId)
      }
    }

    /** The code of a person's mail: the one numbered, or the newest. */
    const mailed = (kind: string, name: string, code: string | undefined) =>
      Effect.gen(function*() {
        const [person, number = "1"] = name.split("#")
        const address = `${person}@example.com`
        const mails = () => emulator.outbox.byAddress(address).filter((mail) => mail.kind === mailKinds[kind])
        if (mails().length < Number(number) && !sentByOthers.has(kind)) {
          const path = kind === "password_reset_code" ? "/auth/password/send-reset-code" : "/auth/otp/send-sign-in-code"
          yield* acmeCall(path, { email: address, callback_url: "http://localhost:3000/x" })
        }
        const mail = kind === "one_time_code" ? mails().at(-1) : mails()[Number(number) - 1] ?? mails().at(-1)
        const state = mail === undefined ? undefined : world.codes.get(mail.code!)
        if (state !== undefined && code === "VERIFICATION_CODE_EXPIRED") state.expiresAt = 0
        if (state !== undefined && code === "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED") {
          Object.assign(state, { attempts: 20, expiresAt: Infinity })
        }
        return kind === "one_time_code" ? mail?.otp : mail?.code
      })

    /** The recordings were made with one challenge for all. */
    const fixChallenge = (value: string | undefined) => {
      const data = world.codes.get(value ?? "")?.data
      if (data !== undefined && "challenge" in data) Object.assign(data, { challenge: "TU9DSw" })
    }

    /** A ceremony of which the recordings show the end only: of a person who registers, or of anyone who signs in. */
    const beginPasskey = (name: string) =>
      Effect.gen(function*() {
        const registers = !name.startsWith("passkey")
        const path = registers
          ? "/auth/passkey/initiate-passkey-registration"
          : "/auth/passkey/initiate-passkey-authentication"
        const token = `{{access_token:${name.split("#")[0]!}}}`
        const { body } = yield* acmeCall(path, {}, registers ? { "x-stack-access-token": bound.get(token)! } : {})
        bind(`{{passkey_code:${name}}}`, body.code)
      })

    const internalKeys: { readonly [kind: string]: string } = {
      publishable_client_key: Redacted.value(emulator.internal.publishableClientKey),
      secret_server_key: Redacted.value(emulator.internal.secretServerKey)
    }

    const unsubscribeCode = () => emulator.outbox.list().findLast(({ kind }) => kind === "written")?.code

    /** A login of which the recordings show the end only: one that is polled has expired. */
    const beginCliLogin = (name: string) =>
      Effect.gen(function*() {
        const { body } = yield* acmeCall("/auth/cli", { expires_in_millis: name === "cli#3" ? 0 : 60_000 })
        bind(`{{polling_code:${name}}}`, body.polling_code)
        bind(`{{login_code:${name}}}`, body.login_code)
      })

    const resolve = (kind: string, name: string, whole: string, code: string | undefined) =>
      Effect.gen(function*() {
        if (name === "internal") return internalKeys[kind]
        if (kind.endsWith("_key")) return bound.get(whole) ?? whole
        if (kind === "passkey_code") {
          if (!bound.has(whole)) yield* beginPasskey(name)
          fixChallenge(bound.get(whole))
        }
        if (kind === "unsubscribe_code") return unsubscribeCode()
        if ((kind === "polling_code" || kind === "login_code") && !bound.has(whole)) yield* beginCliLogin(name)
        if (kind in mailKinds) return yield* mailed(kind, name, code)
        if (kind === "otp_nonce" && !bound.has(whole)) return (yield* mailed("magic_link_code", name, code))?.slice(6)
        if (kind === "totp_secret_base64") return totpSecret
        if (kind === "totp") return digitsAt(totpSecret, beginHalfMinute(emulator))
        if (!bound.has(whole) && kind === "oauth_code") {
          const oauthCode = yield* providers.code(name)
          if (oauthCode !== undefined) bind(whole, oauthCode)
        }
        if (!bound.has(whole) && (kind === "access_token" || kind === "refresh_token")) yield* arrive(name)
        return bound.get(whole)
      })

    const fill = (text: string, code: string | undefined) =>
      Effect.gen(function*() {
        let filled = text
        for (const [whole, kind, name] of text.matchAll(placeholder)) {
          const value = yield* resolve(kind!, name!, whole, code)
          if (value === undefined) return undefined
          filled = filled.replaceAll(whole, value)
        }
        return filled.replace(uuid, (id) => bound.get(id) ?? id)
      })

    /** Learns which values of this run stand for recorded ones. */
    const learn = (recorded: unknown, actual: unknown): void => {
      if (typeof recorded === "string" && typeof actual === "string") {
        if (recorded.startsWith("{{")) bind(recorded, actual)
        else if (uuid.test(recorded) && !bound.has(recorded)) bind(recorded, actual)
        uuid.lastIndex = 0
      } else if (typeof recorded === "object" && recorded !== null && typeof actual === "object" && actual !== null) {
        const { access_token } = recorded as { readonly access_token?: unknown }
        const name = typeof access_token === "string" ? /\{\{access_token:(.+)\}\}/.exec(access_token)?.[1] : undefined
        if (name !== undefined && "refresh_token" in actual) bindTokens(name, actual as never)
        for (const [key, value] of Object.entries(recorded)) learn(value, (actual as { [key: string]: unknown })[key])
      }
    }

    for (const person of ["bob", "unverified", "nopw"]) yield* arrive(person)
    for (const user of world.users.values()) {
      if (user.id === world.signInChannels.get("nopw@example.com")?.userId) user.passwordHash = null
    }

    for (const id of emulator.store.projects.keys()) bind(id, id)

    const scene: Scene = {
      emulator,
      world,
      person: (name) => world.users.get(world.signInChannels.get(`${name}@example.com`)!.userId)!,
      tokenOf,
      standsFor: (recorded) => bound.get(recorded),
      bind,
      call
    }

    const results: Array<Replayed> = []
    for (const { name, request, response } of exchanges) {
      const expected = response.body as { readonly code?: string } | null
      const code = typeof expected === "object" && expected !== null ? expected.code : undefined
      yield* providers.play(name)
      const restore = yield* (Object.hasOwn(pasts, name) ? pasts[name]!(scene) : Effect.void)
      const path = yield* fill(request.path, code)
      const headers = yield* fill(JSON.stringify(request.headers), code)
      const body = request.body === undefined || request.body === null
        ? ""
        : yield* fill(typeof request.body === "string" ? request.body : JSON.stringify(request.body), code)
      if (path === undefined || headers === undefined || body === undefined) {
        results.push({ name, difference: "a placeholder could not be filled" })
        continue
      }
      const actual = yield* call(request.method, path, JSON.parse(headers), body === "" ? undefined : body)
      if (typeof restore === "function") restore()
      const different = difference(response, actual)
      learn(response.body, actual.body)
      const standsFor = (id: string) => bound.get(id)
      results.push({ name, difference: different ?? otherValue(request, response, actual.body, standsFor) })
      const oauthCode = /\{\{oauth_code:\d+\}\}/.exec(response.headers["location"] ?? "")?.[0]
      const location = actual.headers.get("location")
      if (oauthCode !== undefined && location !== null) {
        bind(oauthCode, new URL(location).searchParams.get("code") ?? "")
      }
    }
    return results
  })

const difference = (
  recorded: Exchange["response"],
  actual: { readonly status: number; readonly headers: Headers; readonly body: unknown }
): string | undefined => {
  if (recorded.status !== actual.status) {
    return `status ${actual.status}, not ${recorded.status}: ${JSON.stringify(actual.body)}`
  }
  for (const name of ["x-stack-known-error", "x-stack-actual-status", "content-type"]) {
    const expected = recorded.headers[name] ?? null
    if (expected !== actual.headers.get(name)) return `${name} ${actual.headers.get(name)}, not ${expected}`
  }
  return shape(recorded.body, actual.body, "")
}

/**
 * Where a recorded field is missing, or of another kind. Values are those of another day, and so is what is null; those
 * that are not are compared by {@link otherValue}.
 */
const shape = (recorded: unknown, actual: unknown, at: string): string | undefined => {
  if (recorded === null || actual === null || (recorded ?? "") === (actual ?? "")) return undefined
  if (kindOf(recorded) !== kindOf(actual)) return `${at} is ${kindOf(actual)}, not ${kindOf(recorded)}`
  if (Array.isArray(recorded)) {
    const [first] = actual as ReadonlyArray<unknown>
    return first === undefined || recorded.length === 0 ? undefined : shape(recorded[0], first, `${at}[0]`)
  }
  if (typeof recorded !== "object") return undefined
  for (const [key, value] of Object.entries(recorded)) {
    const found = shape(value, (actual as { readonly [key: string]: unknown })[key], `${at}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Where the answer has another value than the recording, and no past explains it: in a known error, in what a POST or a
 * PATCH answers, and where an answer repeats what the request says.
 */
const otherValue = (
  request: Exchange["request"],
  response: Exchange["response"],
  actual: unknown,
  standsFor: (recorded: string) => string | undefined
): string | undefined => {
  const isDetermined = typeof response.body === "object"
    && (["POST", "PATCH"].includes(request.method) || "x-stack-known-error" in response.headers)
  const said = new Set<string>()
  const hear = (value: unknown, key: string): void => {
    said.add(`${key} ${JSON.stringify(value)}`)
    if (typeof value === "object" && value !== null) {
      for (const [name, part] of Object.entries(value)) hear(part, name)
    }
  }
  hear(request.body, "")

  const compare = (recorded: unknown, found: unknown, at: string, key: string): string | undefined => {
    if (anew.test(key) || ours.test(at) || key === "id" && String(recorded).search(uuid) === 0) return undefined
    if (typeof recorded === "object" && recorded !== null) {
      for (const [name, part] of Object.entries(recorded)) {
        const different = compare(part, (found as any)?.[name], `${at}.${name}`, name)
        if (different !== undefined) return different
      }
      return undefined
    }
    if (!isDetermined && !said.has(`${key} ${JSON.stringify(recorded)}`)) return undefined
    const expected = typeof recorded === "string" ? recorded.replace(uuid, (id) => standsFor(id) ?? id) : recorded
    return expected === found || (typeof recorded === "string" && elsewhere.test(recorded))
      ? undefined
      : `${at} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`
  }
  return compare(response.body, actual, "", "")
}

/** What stands for a secret, and pictures at the platform's own storage. */
const elsewhere = /\{\{|^https:\/\/storage\.example\.com\//

/** The user's id in base64url, and what the scripted model says. */
const ours = /\.options_json\.user\.id$|\.args(Text|\.content)$/

/** Fields that are made anew each time, and sentences, which are our own. */
const anew =
  /(_at|_millis|_code|_token|html|toolCallId|^success|^last_four|^challenge|^error|^error_description|^error_message|^message|^text)$/

const kindOf = (value: unknown): string => Array.isArray(value) ? "array" : typeof value
