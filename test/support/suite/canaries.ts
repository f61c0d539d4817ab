/**
 * Secrets with unique values, and functions that print any value and search the output for these secrets. docs/laws.md
 * P1.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import * as util from "node:util"
import * as Metrics from "../../../layers/observe/metrics.ts"
import { accessToken } from "../contract/project.ts"
import { recordingTracer } from "./spans.ts"

/** One secret of each kind, in the platform's format. */
export const canaries = {
  publishableClientKey: "pck_canary1publishable0123456789",
  secretServerKey: "ssk_canary2secretserver0123456789",
  superSecretAdminKey: "sak_canary3supersecret0123456789",
  accessToken: accessToken({ exp: 4e9, name: "canary4" }).replace(/signature$/, "canary4signature0123456789"),
  refreshToken: "canary5refreshtoken".padEnd(45, "5"),
  password: "canary6 pass\"word & <6>",
  oldPassword: "canary7oldpassword",
  code: "canary8code".padEnd(45, "8"),
  attemptCode: "canary9attemptcode".padEnd(45, "9"),
  totpSecret: "CANARYTOTPSECRETABCDEFGHIJKLMNOP",
  totp: "739154",
  apiKey: "stack_canary10apikey0123456789",
  nonce: "canary11nonce".padEnd(39, "1"),
  loginCode: "canary12logincode".padEnd(45, "2"),
  pollingCode: "canary13pollingcode".padEnd(45, "3"),
  pollToken: "canary20polltoken".padEnd(45, "4"),
  claimCode: "canary21claimcode".padEnd(45, "6"),
  webhookSecret: "whsec_Y2FuYXJ5MTR3ZWJob29rc2VjcmV0",
  providerToken: "ya29.canary15providertoken",
  smtpPassword: "canary16smtppassword",
  clientSecret: "canary17clientsecret",
  botChallengeToken: "0.canary18botchallenge",
  configuration: "{\"emails.server.password\":\"canary19configuration\"}"
} as const

/**
 * Returns the forms in which a secret can appear in printed output, JSON and URLs. They include the secret without its
 * start or end.
 */
const spellingsOf = (secret: string): ReadonlyArray<string> => {
  const cut = secret.length > 16 ? [secret.slice(0, -6), secret.slice(6)] : []
  return [secret, ...cut].flatMap((text) => [
    text,
    text.toLowerCase(),
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    new URLSearchParams({ text }).toString().slice("text=".length)
  ])
}

/** Returns a function that finds the secrets in a string. The results include some text around each secret. */
export const searchFor = (secrets: Iterable<string>): (text: string) => ReadonlyArray<string> => {
  const spellings = [...new Set([...secrets].flatMap(spellingsOf))]
  return (text) =>
    spellings.flatMap((spelling) => {
      const at = text.indexOf(spelling)
      // a secret of only a few digits may also be part of any number
      if (
        at < 0 || (/^\d+$/.test(spelling) && !new RegExp(`(?<![\\da-f.-])${spelling}(?![\\da-f.-])`).test(text))
      ) return []
      return [`${spelling} in: …${text.slice(Math.max(0, at - 120), at + spelling.length + 40)}…`]
    })
}

/** Finds {@link canaries} in a string. */
export const shownIn = searchFor(Object.values(canaries))

/** Prints a value in every way that programs use. */
export const printed = (value: unknown): string => {
  const error = value as Partial<Error> | null | undefined
  const json = (() => {
    try {
      return JSON.stringify(value, (_name, each: unknown) => typeof each === "bigint" ? String(each) : each)
    } catch (thrown) {
      return String(thrown)
    }
  })()
  const said = (() => {
    try {
      return String(value)
    } catch {
      return "" // an object without a prototype
    }
  })()
  return [
    util.inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity }),
    json,
    said,
    error?.message,
    error?.stack
  ].join("\n")
}

/**
 * Returns the failure of a span, in the form in which exporters show it. They don't show the result of a successful
 * span.
 */
const failureOf = ({ status }: Tracer.NativeSpan): string =>
  status._tag === "Ended" && Exit.isFailure(status.exit) ? Cause.pretty(status.exit.cause) : status._tag

/** Collects the output of a program: logs, spans, metrics, and its printed results. */
export const eavesdropper = () => {
  const collected: Array<string> = []
  const { spans, tracer } = recordingTracer()
  const registry: Metric.MetricRegistry = new Map()
  const logger = Logger.make((options) => {
    collected.push(printed(options.message), Cause.pretty(options.cause), Logger.formatJson.log(options))
  })
  const around = Metrics.layer().pipe(
    Layer.provideMerge(Layer.mergeAll(
      Layer.succeed(Tracer.Tracer, tracer),
      Layer.succeed(Metric.MetricRegistry, registry),
      Layer.succeed(References.MinimumLogLevel, "All"),
      Logger.layer([logger])
    ))
  )
  return {
    /** Layer to provide below a client's layers. It also collects the output of background work. */
    layer: around,
    collect: (value: unknown): void => {
      collected.push(printed(value))
    },
    collectExit: (exit: Exit.Exit<unknown, unknown>) => {
      collected.push(printed(exit))
      if (!Exit.isFailure(exit)) return
      collected.push(Cause.pretty(exit.cause), printed(Cause.squash(exit.cause)))
    },
    /** Returns the collected output and clears it. */
    everything: (): string => {
      const metrics = Effect.runSync(Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry))
      const spanTexts = spans.splice(0).map((span) =>
        // leave out ids, because they are random digits
        JSON.stringify([
          span.name,
          [...span.attributes],
          span.events.map(([name, , attributes]) => [name, attributes]),
          failureOf(span)
        ])
      )
      registry.clear()
      return [...collected.splice(0), ...spanTexts, printed(metrics.map(({ attributes, id }) => [id, attributes]))]
        .join("\n")
    },
    spans: () => spans.length
  }
}
