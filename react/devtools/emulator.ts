/** The embedded platform's control API, as far as the panel uses it. Described in `examples/emulator/README.md`. */
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import { withoutTrailingSlashes } from "../../schemas/address.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The control API gave no answer that is one. Only the developer tools' panel asks for it.
 *
 * @cause The emulator does not run, or without `--control`.
 * @cause The page's Content-Security-Policy does not let it ask there.
 * @fix Start it with `npx latchkey emulator --control`. It answers pages that this machine serves, on any port.
 */
export class EmulatorUnreachable extends TaggedError("EmulatorUnreachable")<{
  readonly url: string
  readonly problem: string
}> {
  override get message(): string {
    return `The embedded platform did not answer at ${this.url}: ${this.problem}. `
      + "Start it with its control API, by npx latchkey emulator --control: it answers pages that this machine serves, "
      + "on any port."
  }
}

/** The pages of the platform that a client calls, where that is a program on this machine, as an embedded one is. */
export const emulatorOf = (apiUrl: string): string | undefined => {
  const { hostname, origin } = new URL(apiUrl)
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname) ? `${origin}/emulator` : undefined
}

const Clock = Schema.Struct({ now: Schema.DateFromString })

const Mails = Schema.Struct({
  mails: Schema.Array(Schema.Struct({
    to: Schema.String,
    subject: Schema.String,
    sentAt: Schema.String,
    link: Schema.optionalKey(Schema.String),
    otp: Schema.optionalKey(Schema.String)
  }))
})

/** A mail in the outbox. */
export type OutboxMail = typeof Mails["Type"]["mails"][number]

const Faults = Schema.Struct({
  faults: Schema.Array(Schema.Struct({
    endpoint: Schema.NullOr(Schema.String),
    match: Schema.optionalKey(Schema.String),
    probability: Schema.Finite,
    left: Schema.NullOr(Schema.Finite),
    respond: Schema.Unknown
  }))
})

/** What the panel shows of the platform. */
export interface EmulatorFacts {
  readonly now: Date
  /** Newest first. */
  readonly mails: ReadonlyArray<OutboxMail>
  /** Of {@link faults}, those that every call meets. */
  readonly switchedOn: ReadonlyArray<FaultChoice>
  /** How many faults a program or another page brought. */
  readonly otherFaults: number
}

const ask = <A>(
  base: string,
  path: string,
  answer: Schema.Codec<A, unknown>,
  init?: RequestInit
): Effect.Effect<A, EmulatorUnreachable> => {
  const url = `${withoutTrailingSlashes(base)}/control${path}`
  const unreachable = (problem: string) => new EmulatorUnreachable({ url, problem })
  return Effect.tryPromise({
    try: async (signal) => {
      // what a page of another origin has to say, which only a preflight lets it
      const headers = { ...init?.headers, "x-latchkey-devtools": "1" }
      const response = await fetch(url, { ...init, headers, signal })
      return response.ok ? (await response.json()) as unknown : response.status
    },
    catch: () => unreachable("the request got lost")
  }).pipe(Effect.flatMap((body) =>
    typeof body === "number"
      ? Effect.fail(unreachable(`status ${body}`))
      : Effect.mapError(Schema.decodeUnknownEffect(answer)(body), () => unreachable("something else answered"))
  ))
}

/** Looks at the platform. */
export const look = (base: string): Effect.Effect<EmulatorFacts, EmulatorUnreachable> =>
  Effect.gen(function*() {
    const { now } = yield* ask(base, "/clock", Clock)
    const { mails } = yield* ask(base, "/mails", Mails)
    const inForce = (yield* ask(base, "/faults", Faults)).faults
    const switchedOn = choices.filter((choice) => inForce.some((fault) => Equal.equals(fault, asSwitched(choice))))
    return { now, mails: mails.toReversed(), switchedOn, otherFaults: inForce.length - switchedOn.length }
  })

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

/** Lets time pass for the platform, and for it alone. */
export const advance = (base: string, duration: string): Effect.Effect<Date, EmulatorUnreachable> =>
  Effect.map(
    ask(base, "/clock", Clock, post({ advance: duration })),
    ({ now }) => now
  )

/** What the panel lets every call meet, as the control API takes it. */
export const faults = {
  "every answer 3 s late": { type: "latency", duration: 3000 },
  "connection lost": { type: "lostBefore" },
  "done, but the answer lost": { type: "lostAfter" },
  "answer cut short": { type: "partialBody" },
  "too many requests (429)": { type: "tooManyRequests", retryAfterSeconds: 2 },
  "server fault (500)": { type: "serverError" }
} as const

/** One of them, in words. */
export type FaultChoice = keyof typeof faults

/** All of them. */
export const choices = Object.keys(faults) as ReadonlyArray<FaultChoice>

const asSwitched = (choice: FaultChoice): typeof Faults["Type"]["faults"][number] => ({
  endpoint: null,
  probability: 1,
  left: null,
  respond: faults[choice]
})

const Done = Schema.Struct({ success: Schema.Boolean })

/** Switches a fault on or off, and removes what a program brought. */
export const toggle = (base: string, choice: FaultChoice): Effect.Effect<void, EmulatorUnreachable> =>
  Effect.gen(function*() {
    const { switchedOn } = yield* look(base)
    const on = switchedOn.includes(choice) ? switchedOn.filter((other) => other !== choice) : [...switchedOn, choice]
    yield* ask(base, "/faults", Done, { method: "DELETE" })
    if (on.length > 0) yield* ask(base, "/faults", Done, post({ faults: on.map((one) => ({ respond: faults[one] })) }))
  })
