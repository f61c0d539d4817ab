/**
 * Sends the requests of a tape to the emulator. A tape has no initial state. Its project, keys, settings and users are
 * derived from its requests and tokens.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator, type EmulatorHandle, type Seed } from "../../../src/emulator/index.ts"
import { type Exchange, platformHeader } from "../exchange.ts"
import type { TapeRecording } from "../tape.ts"
import { differencesOf } from "./compareResponses.ts"
import { uuid } from "./placeholderValues.ts"
import type { PlayedArea } from "./playRecordings.ts"
import { revisionOf } from "./world.ts"

type Fields = { readonly [name: string]: unknown }

const fieldsOf = (body: unknown): Fields => typeof body === "object" && body !== null ? body as Fields : {}

/** Returns the first value of a platform header in the requests. */
const headerIn = (exchanges: ReadonlyArray<Exchange>, name: string): string | undefined =>
  exchanges.map(({ request }) => platformHeader(request.headers, name)).find((value) => value !== undefined)

const signUpPath = "/api/v1/auth/password/sign-up"
const signInPath = "/api/v1/auth/password/sign-in"

/** Returns the project's settings according to the tape. */
const configIn = (exchanges: ReadonlyArray<Exchange>): NonNullable<Seed["config"]> => {
  const view = exchanges.find(({ request }) => request.path === "/api/v1/projects/current")
  const config = fieldsOf(fieldsOf(view?.response.body)["config"])
  return Object.fromEntries(
    Object.entries(config).filter(([, value]) => typeof value === "boolean").map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value
    ])
  )
}

/** Returns the users whose sessions began before the tape. */
const usersIn = ({ areas, known }: TapeRecording): ReadonlyArray<{ readonly id: string; readonly email: string }> => {
  const exchanges = areas.flatMap(({ exchanges }) => exchanges)
  const signsUp = new Set(
    exchanges.filter(({ request, response }) => request.path === signUpPath && response.status === 200).map((
      { request }
    ) => fieldsOf(request.body)["email"])
  )
  const users = new Map<string, string>()
  for (const { jwt } of Object.values(known)) {
    const { email, sub } = jwt?.payload ?? {}
    const address = typeof email === "string" ? email : `${String(sub)}@example.com`
    if (typeof sub === "string" && !signsUp.has(email)) users.set(sub, address)
  }
  return [...users].map(([id, email]) => ({ id, email }))
}

/** Returns a seed with the project and the users of a tape. */
const seedOf = (recording: TapeRecording): Seed => {
  const exchanges = recording.areas.flatMap(({ exchanges }) => exchanges)
  const passwordOf = (email: string) =>
    exchanges.filter(({ request, response }) => request.path === signInPath && response.status === 200)
      .map(({ request }) => fieldsOf(request.body)).find((body) => body["email"] === email)?.["password"]
  return {
    revision: revisionOf(recording.known),
    config: { clientTeamCreationEnabled: true, ...configIn(exchanges) },
    projects: [{
      id: headerIn(exchanges, "project-id") ?? "11111111-1111-4111-8111-111111111111",
      publishableClientKey: headerIn(exchanges, "publishable-client-key") ?? "pck_tape",
      secretServerKey: headerIn(exchanges, "secret-server-key") ?? "ssk_tape",
      superSecretAdminKey: headerIn(exchanges, "super-secret-admin-key") ?? "sak_tape"
    }],
    users: usersIn(recording).map(({ email, id }) => {
      const password = passwordOf(email)
      const view = exchanges.map(({ response }) => fieldsOf(response.body)).find((body) => body["id"] === id) ?? {}
      const { display_name: displayName, has_password: hasPassword, primary_email_verified: verified } = view
      return {
        id,
        email,
        ...(typeof password === "string" ? { password } : hasPassword === true ? { password: "a password" } : {}),
        ...(typeof displayName === "string" ? { displayName } : {}),
        ...(typeof verified === "boolean" ? { verified } : {})
      }
    })
  }
}

/** Values of this run by the recorded values. */
type Bound = Map<string, string>

/** Begins the sessions that the tape's first requests use. */
const beginSessions = (emulator: EmulatorHandle, recording: TapeRecording, bound: Bound) =>
  Effect.gen(function*() {
    const emails = new Map(usersIn(recording).map(({ email, id }) => [id, email]))
    for (const { request } of recording.areas.flatMap(({ exchanges }) => exchanges)) {
      const token = platformHeader(request.headers, "access-token")
      const refreshToken = platformHeader(request.headers, "refresh-token")
      const email = emails.get(String(recording.known[token ?? ""]?.jwt?.payload["sub"]))
      if (token === undefined || email === undefined || bound.has(token)) continue
      const session = yield* Effect.promise(() => emulator.sessions.start({ user: email }))
      bound.set(token, Redacted.value(session.accessToken))
      if (refreshToken !== undefined) bound.set(refreshToken, Redacted.value(session.refreshToken))
    }
  })

/** Remembers which values of this run correspond to recorded ones. */
const learn = (bound: Bound, standIns: ReadonlySet<string>, recorded: unknown, actual: unknown): void => {
  if (typeof recorded === "string" && typeof actual === "string") {
    const isId = new RegExp(`^${uuid.source}$`).test(recorded)
    if (standIns.has(recorded) || (isId && !bound.has(recorded))) bound.set(recorded, actual)
    return
  }
  for (const [key, value] of Object.entries(fieldsOf(recorded))) learn(bound, standIns, value, fieldsOf(actual)[key])
}

/** Whether the platform's hosting, and not the platform's rules, caused a response. */
const isOfTheHost = (status: number): boolean => status === 429 || status >= 500

/** Replays a tape with a new emulator. Only headers on the tape are compared. */
export const playTape = (recording: TapeRecording): Effect.Effect<PlayedArea> =>
  Effect.gen(function*() {
    const emulator = yield* Emulator
    const [{ area, exchanges } = { area: "tape", exchanges: [] }] = recording.areas
    const bound: Bound = new Map()
    yield* beginSessions(emulator, recording, bound)
    const ids = new Set([...emulator.store.projects.keys(), ...usersIn(recording).map(({ id }) => id)])
    const filled = (text: string): string =>
      [...bound].sort(([a], [b]) => b.length - a.length).reduce((text, [from, to]) => text.replaceAll(from, to), text)
    const differences: Array<string> = []
    const dependent: Array<string> = []
    for (const exchange of exchanges) {
      const { name, request, response } = exchange
      const text = JSON.stringify([request.path, request.headers, request.body ?? null])
      const unknown = [...new Set(text.match(uuid))].filter((id) => !bound.has(id) && !ids.has(id))
      const body = request.body === undefined
        ? undefined
        : filled(typeof request.body === "string" ? request.body : JSON.stringify(request.body))
      const actual = yield* Effect.promise(async () => {
        // records from the same millisecond would be sorted by their ids, which are random
        emulator.clock.advance("1 milli")
        const answer = await emulator.fetch(
          new Request(`${emulator.baseUrl}${filled(request.path)}`, {
            method: request.method,
            headers: JSON.parse(filled(JSON.stringify(request.headers ?? {}))),
            ...(body === undefined ? {} : { body })
          })
        )
        const headers = new Headers([...answer.headers].filter(([name]) => name in (response.headers ?? {})))
        const content = await answer.text()
        const isJson = answer.headers.get("content-type")?.includes("json") === true
        return { status: answer.status, headers, body: isJson ? JSON.parse(content) as unknown : content }
      })
      learn(bound, recording.standIns, response.body, actual.body)
      const found = differencesOf(exchange, actual, (recorded) => bound.get(recorded), {})
      if (isOfTheHost(response.status)) dependent.push(`${area} › ${name}: status ${response.status}`)
      else if (found.length > 0 && unknown.length > 0 && response.status < 400) {
        dependent.push(`${area} › ${name}: ${unknown.join(", ")}`)
      } else differences.push(...found.map((difference) => `${area} › ${name}: ${difference}`))
    }
    return { area, exchanges: exchanges.length, differences, dependent }
  }).pipe(Effect.provide(Emulator.layer(seedOf(recording)), { local: true }))
