/** `latchkey token inspect`: shows the claims of an access token, never the token itself. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { readFile } from "node:fs/promises"
import { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import { site } from "../../schemas/site.ts"
import { Declined } from "./Declined.ts"
import { printResult } from "./output.ts"
import { bold, dim, green, plain, red, yellow } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"

/** Reads a token from a file or standard input, and prints its claims and remaining lifetime. Does not check the signature. */
export const inspect = Effect.fnUntraced(function*(file: string | undefined) {
  const text = yield* file === undefined || file === "-" ? fromStandardInput : fromFile(file)
  const { claims, header } = yield* partsOf(accessTokenIn(Redacted.value(text)))
  const now = yield* Clock.currentTimeMillis
  const { exp, iat } = claims
  const expiresAt = typeof exp === "number" ? new Date(exp * 1000) : undefined
  const secondsLeft = expiresAt === undefined ? undefined : Math.floor((expiresAt.getTime() - now) / 1000)
  const known = Schema.decodeOption(AccessTokenClaims)(claims)._tag === "Some"
  yield* printResult(
    "token inspect",
    {
      header,
      claims,
      isAccessToken: known,
      verified: false,
      expiresAt: expiresAt?.toISOString() ?? null,
      secondsLeft: secondsLeft ?? null,
      lifetimeSeconds: typeof exp === "number" && typeof iat === "number" ? exp - iat : null
    },
    [
      ...table(claims),
      "",
      lifeOf(secondsLeft),
      ...(known ? [] : [yellow("Not a valid access token of Stack Auth: it has no sub claim.")]),
      dim(`The signature was not checked, so the token may be forged. To verify it: ${site}guides/back-ends`)
    ].join("\n")
  )
})

const fromFile = (file: string) =>
  /^eyJ|^Bearer\s/i.test(file)
    ? Effect.fail(
      new Unusable({
        sentence: "A token as an argument stays in the shell's history and is visible in the list of processes. "
          + "Pipe it in, or pass a file that holds it."
      })
    )
    : Effect.map(
      Effect.tryPromise({
        try: () => readFile(file, "utf8"),
        catch: (error) =>
          new Unusable({
            sentence: `The file ${plain(file)} cannot be read (${(error as NodeJS.ErrnoException).code}).`
          })
      }),
      Redacted.make
    )

const fromStandardInput = Effect.suspend(() => {
  return Effect.callback<Redacted.Redacted, Unusable>((resume) => {
    const { stdin } = process
    let text = ""
    const end = () => resume(Effect.succeed(Redacted.make(text)))
    const read = (chunk: string) => {
      text += chunk
      if (stdin.isTTY && chunk.includes("\u0003")) process.kill(process.pid, "SIGINT")
      if (text.length > 100_000) {
        resume(
          Effect.fail(new Unusable({ sentence: "The input is longer than 100,000 characters, so it is not a token." }))
        )
      } else if (stdin.isTTY && ["\r", "\n", "\u0004"].some((key) => chunk.includes(key))) end()
    }
    stdin.setEncoding("utf8").on("data", read).once("end", end)
    if (stdin.isTTY) {
      stdin.setRawMode(true) // before the prompt, so that early input is not echoed
      process.stderr.write("Paste the token and press Enter. It is not shown.\n")
    }
    return Effect.void
  }).pipe(Effect.ensuring(Effect.sync(() => {
    if (process.stdin.isTTY) process.stdin.setRawMode(false)
    process.stdin.removeAllListeners().destroy()
  })))
})

/** Extracts the token from an `Authorization` header or the JSON of an `x-stack-auth` header. */
const accessTokenIn = (text: string): string => {
  const bare = text.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, "").replace(/^["']|["']$/g, "")
  try {
    const { accessToken, access_token: snake } = JSON.parse(bare) as Record<string, unknown>
    return String(accessToken ?? snake ?? "")
  } catch {
    return bare
  }
}

type Part = { readonly [name: string]: unknown }

const partsOf = (token: string): Effect.Effect<{ readonly header: Part; readonly claims: Part }, Declined> => {
  const parts = token.split(".")
  const [header, claims] = parts.map(decoded)
  if (parts.length === 3 && header !== undefined && claims !== undefined) return Effect.succeed({ header, claims })
  return Effect.fail(
    new Declined({
      tag: "NoToken",
      sentence: token === ""
        ? "No input. Pipe in an access token: three base64url parts with dots between them."
        : /^[a-z0-9]{30,60}$/.test(token)
        ? "This looks like a refresh token, which only the server can read. Pass an access token instead."
        : "The input is not a JWT. An access token has three base64url parts with dots between them."
    })
  )
}

const decoded = (part: string): Part | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"))
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Part : undefined
  } catch {
    return undefined
  }
}

const times = new Set(["iat", "exp", "nbf", "auth_time", "signed_up_at"])

const table = (claims: Part): ReadonlyArray<string> => {
  const width = Math.max(...Object.keys(claims).map((name) => name.length), 0)
  return Object.entries(claims).map(([name, value]) =>
    `${dim(plain(name).padEnd(width))}  ${
      times.has(name) && typeof value === "number" && Math.abs(value) < 8.64e12
        ? new Date(value * 1000).toISOString()
        : plain(typeof value === "string" ? value : JSON.stringify(value))
    }`
  )
}

const lifeOf = (seconds: number | undefined): string =>
  seconds === undefined
    ? yellow("The token never expires: it has no exp claim.")
    : seconds <= 0
    ? red(`Expired ${inWords(-seconds)} ago.`)
    : seconds < 20
    ? yellow(`Expires in ${inWords(seconds)}: clients refresh it before the next request.`)
    : green(`Expires in ${bold(inWords(seconds))}.`)

const inWords = (seconds: number): string => {
  const units = [[86_400, "d"], [3600, "h"], [60, "min"], [1, "s"]] as const
  const at = units.findIndex(([size]) => seconds >= size)
  if (at === -1) return "0 s"
  const [size, unit] = units[at]!
  const next = units[at + 1]
  const rest = next === undefined ? 0 : Math.floor(seconds % size / next[0])
  return `${Math.floor(seconds / size)} ${unit}${rest === 0 || next === undefined ? "" : ` ${rest} ${next[1]}`}`
}
