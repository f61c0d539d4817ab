/** Platform with sessions only, on a loopback port. Its access tokens are short-lived, and it causes faults. */
import { randomUUID } from "node:crypto"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { me, refresh, responses, signIn } from "../responses.ts"

/** Lifetime of access tokens in seconds. A token is refreshed 20 s before its expiry, so after 5 s. */
export const lifeSeconds = 25

/** Substrings of all tokens, which identify leaked tokens. */
export const marks = { access: "soakaccess", refresh: "soakrefresh" } as const

/**
 * Fault of a request. A `lost` request is not processed. `dropped` and `truncated` requests are processed, but their
 * response is lost.
 */
type Fault = "lost" | "dropped" | "truncated" | "refused" | "limited" | "slow"

/** A refresh as recorded by the platform. */
export interface SeenRefresh {
  /** Name of the process, from the header `x-fleet-server`. */
  readonly server: string
  readonly session: string
  readonly at: number
  /** Time at which the response was sent or the connection closed. */
  answeredAt: number
  /** Expiry of the issued token. `undefined`: no token was issued, or the response was lost. */
  expiresAt: number | undefined
  readonly met: Fault | undefined
}

/** Probability of each fault. A 429 applies to all requests of a period, like a platform's rate limit. */
const shares = { lost: 0.02, dropped: 0.01, truncated: 0.01, refused: 0.03, slow: 0.04 } as const
const limits = { everyMillis: 12_000, forMillis: 400 } as const

interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

const json = (body: object, headers: { readonly [name: string]: string } = {}): Answer => ({
  status: 200,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

const plain = (status: number, body: string, headers: { readonly [name: string]: string } = {}): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body
})

const knownError = (code: string, status: number): Answer =>
  json({ code, error: code }, { "x-stack-known-error": code, "x-stack-actual-status": String(status) })

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Returns the user id in a token's claims. */
export const ownerOf = (accessToken: string): string => claimsIn(accessToken).sub

const claimsIn = (accessToken: string): { readonly sub: string; readonly exp: number } =>
  JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString())

/** Starts the platform. `chance` returns random numbers from 0 to 1. */
export const startPlatform = async (chance: () => number) => {
  const persons = new Map<string, string>()
  const refreshes: Array<SeenRefresh> = []
  const met: Record<string, number> = {}
  let issued = 0
  let misbehaves = false
  let limitedFrom = Infinity

  const accessToken = (person: string): string => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { sub: person, iat, exp: iat + lifeSeconds, role: "authenticated", refresh_token_id: randomUUID() }
    return `${base64url({ alg: "ES256", kid: "soak" })}.${base64url(claims)}.${
      `${marks.access}${++issued}`.padEnd(86, "x")
    }`
  }

  const tokens = (session: string, person: string) => ({ access_token: accessToken(person), refresh_token: session })

  const noSession = knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)

  const answerTo: {
    readonly [name: string]: (body: string, headers: http.IncomingHttpHeaders) => Answer
  } = {
    [signIn]: (body) => {
      const person = (JSON.parse(body) as { readonly email: string }).email.split("@")[0]!
      const session = `${marks.refresh}${randomUUID().replaceAll("-", "")}`
      persons.set(session, person)
      return json({ ...tokens(session, person), user_id: person })
    },
    [refresh]: (body) => {
      const session = new URLSearchParams(body).get("refresh_token") ?? ""
      const person = persons.get(session)
      return person === undefined
        ? noSession
        : json({ ...tokens(session, person), token_type: "Bearer", expires_in: lifeSeconds, scope: "legacy" })
    },
    "DELETE /auth/sessions/current": (_, headers) =>
      persons.delete(String(headers["x-stack-refresh-token"])) ? json({ success: true }) : noSession,
    [me]: (_, headers) => {
      const { exp, sub } = claimsIn(String(headers["x-stack-access-token"]))
      return exp * 1000 <= Date.now()
        ? knownError("ACCESS_TOKEN_EXPIRED", 401)
        : json({ ...JSON.parse(responses[me]!.body()), id: sub })
    }
  }

  const isLimited = (): boolean => {
    const now = Date.now()
    if (now >= limitedFrom + limits.forMillis) limitedFrom = now + limits.everyMillis * (0.5 + chance())
    return now >= limitedFrom
  }

  const nextFault = (): Fault | undefined => {
    if (!misbehaves) return undefined
    if (isLimited()) return "limited"
    let left = chance()
    for (const [fault, share] of Object.entries(shares) as ReadonlyArray<[keyof typeof shares, number]>) {
      left -= share
      if (left < 0) return fault
    }
    return undefined
  }

  const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const at = Date.now()
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const name = `${request.method} ${request.url?.replace(/^\/api\/v1/, "")}`
    const fault = nextFault()
    if (fault !== undefined) met[fault] = (met[fault] ?? 0) + 1
    const seen: SeenRefresh | undefined = name !== refresh ? undefined : {
      server: String(request.headers["x-fleet-server"]),
      session: new URLSearchParams(body).get("refresh_token") ?? "",
      at,
      answeredAt: Infinity,
      expiresAt: undefined,
      met: fault
    }
    if (seen !== undefined) refreshes.push(seen)
    const send = ({ body, headers, status }: Answer, bytes = body.length) => {
      response.writeHead(status, { ...headers, "content-length": body.length })
      if (bytes === body.length) response.end(body)
      else response.write(body.slice(0, bytes), () => response.destroy())
    }
    try {
      if (fault === "lost") return void response.destroy()
      if (fault === "refused") return send(plain(500, "Internal Server Error"))
      if (fault === "limited") return send(plain(429, "Too many requests", { "retry-after": "1" }))
      if (fault === "slow") await sleep(300 + chance() * 2700)
      const answer = answerTo[name]?.(body, request.headers) ?? plain(404, `nothing at ${name}`)
      if (fault === "dropped") return void response.destroy()
      if (fault === "truncated") return send(answer, Math.floor(answer.body.length / 2))
      send(answer)
      const given = seen === undefined ? undefined : JSON.parse(answer.body).access_token as string | undefined
      if (seen !== undefined && given !== undefined) seen.expiresAt = claimsIn(given).exp * 1000
    } finally {
      if (seen !== undefined) seen.answeredAt = Date.now()
    }
  }

  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  // longer than the keep-alive of the clients, so that no connection closes during a request
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 }, resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refreshes: refreshes as ReadonlyArray<SeenRefresh>,
    /** Count of each fault. */
    met: met as { readonly [fault: string]: number },
    setMisbehaving: (is: boolean) => {
      misbehaves = is
      limitedFrom = Date.now() + limits.everyMillis * chance()
    },
    closeIdleConnections: () => server.closeIdleConnections(),
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>
