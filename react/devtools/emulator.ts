/** The embedded platform's control API, as far as the panel uses it. Described in `examples/emulator/README.md`. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TaggedError } from "../../schemas/TaggedError.ts"

/** The control API gave no answer that is one. */
export class EmulatorUnreachable extends TaggedError("EmulatorUnreachable")<{
  readonly url: string
  readonly problem: string
}> {
  override get message(): string {
    return `The embedded platform did not answer at ${this.url}: ${this.problem}. `
      + "Start it with its control API, and let your dev server pass /emulator on to it: "
      + "it answers pages of its own origin alone."
  }
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

/** What the panel shows of the platform. */
export interface EmulatorFacts {
  readonly now: Date
  /** Newest first. */
  readonly mails: ReadonlyArray<OutboxMail>
}

const ask = <A>(
  base: string,
  path: string,
  answer: Schema.Codec<A, unknown>,
  init?: RequestInit
): Effect.Effect<A, EmulatorUnreachable> => {
  const url = `${base.replace(/\/$/, "")}/control${path}`
  const unreachable = (problem: string) => new EmulatorUnreachable({ url, problem })
  return Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, { ...init, signal })
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
    return { now, mails: mails.toReversed() }
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
  "every answer 3 s late": { type: "latency", duration: "3 seconds" },
  "connection lost": { type: "lostBefore" },
  "done, but the answer lost": { type: "lostAfter" },
  "answer cut short": { type: "partialBody" },
  "too many requests (429)": { type: "tooManyRequests", retryAfterSeconds: 2 },
  "server fault (500)": { type: "serverError" }
} as const

/** One of them, in words. */
export type FaultChoice = keyof typeof faults

const Done = Schema.Struct({ success: Schema.Boolean })

/** Lets every call meet these faults, and no other one. */
export const meet = (base: string, chosen: ReadonlyArray<FaultChoice>): Effect.Effect<void, EmulatorUnreachable> => {
  const plan = { faults: chosen.map((choice) => ({ respond: faults[choice] })) }
  return Effect.andThen(
    ask(base, "/faults", Done, { method: "DELETE" }),
    chosen.length === 0 ? Effect.void : Effect.asVoid(ask(base, "/faults", Done, post(plan)))
  )
}
