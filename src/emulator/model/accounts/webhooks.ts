/**
 * Delivers webhook events, signed as specified by Standard Webhooks. Signature headers are sent with the prefixes
 * `webhook` and `svix`. docs/platform.md §17.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { parseUrl } from "../../../../schemas/address.ts"
import { TaggedError } from "../../../../schemas/TaggedError.ts"
import type { Platform, PlatformEvent, WebhookEndpoint } from "../../state/index.ts"

/** Configuration of a new webhook endpoint. */
export interface NewWebhook {
  /** An http or https URL. */
  readonly url: string
  /** Signing secret: 24 to 64 bytes in base64, usually after `whsec_`. @default a generated secret */
  readonly secret?: string
  /** Unique id of the endpoint, for `webhooks.sendTest`. @default "ep_1", "ep_2", …, never reused */
  readonly id?: string
}

/** Event that was dropped after six failed delivery attempts within half a minute. */
export interface DroppedEvent {
  readonly event: PlatformEvent
  readonly endpoint: WebhookEndpoint
  /** Error of the last attempt. */
  readonly fault: string
}

/**
 * The webhook can't be added. `fault` names the invalid option: `url`, `secret` or `id`.
 *
 * @cause The URL doesn't start with `http://` or `https://`.
 * @cause The secret isn't base64 of 24 to 64 bytes, or another webhook has the id.
 * @fix Follow the last sentence of the message. If the secret or the id is omitted, it is generated.
 */
export class WebhookUnusable extends TaggedError("WebhookUnusable")<{ readonly fault: "url" | "secret" | "id" }> {
  override get message(): string {
    return unusable[this.fault]
  }
}

const unusable = {
  url:
    "The URL of a webhook must start with http:// or https://. Pass the complete URL, such as http://127.0.0.1:3000/hook.",
  secret: "The secret of a webhook must be 24 to 64 bytes in base64, usually after whsec_. Omit it to generate one.",
  id: "Another webhook already has this id. Choose another id, or omit it to generate one."
}

class DeliveryFailed extends Data.TaggedError("DeliveryFailed")<{ readonly fault: string }> {}

/** Retries five times, after 1, 2, 4, 8 and 16 seconds. */
const retrySchedule = Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 5 }))

/** Timeout of a delivery attempt in milliseconds. */
const deliveryTimeoutMillis = 15_000

const newSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

const newId = (platform: Platform): string => {
  const id = `ep_${++platform.webhooksNamed}`
  return platform.webhooks.has(id) ? newId(platform) : id
}

/** Whether events can be posted to the URL. */
export const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && parseUrl(text) !== undefined

/** Whether events can be signed with the secret. */
export const isSecret = (text: string): boolean => {
  const base64 = text.replace(/^whsec_/, "")
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return false
  const bytes = atob(base64).length
  return bytes >= 24 && bytes <= 64
}

/**
 * Posts every event from now on, one at a time, until the scope closes. The returned function stops the delivery early,
 * even during an attempt. Delays use the current clock.
 */
export const add = (
  platform: Platform,
  { id, secret = newSecret(), url }: NewWebhook,
  dropped: (dropped: DroppedEvent) => void
): Effect.Effect<
  { readonly endpoint: WebhookEndpoint; readonly remove: () => void },
  WebhookUnusable,
  Scope.Scope
> =>
  Effect.gen(function*() {
    if (!isUrl(url)) return yield* new WebhookUnusable({ fault: "url" })
    if (!isSecret(secret)) return yield* new WebhookUnusable({ fault: "secret" })
    if (id !== undefined && platform.webhooks.has(id)) return yield* new WebhookUnusable({ fault: "id" })
    const endpoint: WebhookEndpoint = { id: id ?? newId(platform), url, secret: Redacted.make(secret) }
    const events = yield* Queue.unbounded<PlatformEvent>()
    const unlisten = platform.events.listen((event) => void Queue.offerUnsafe(events, event))
    platform.webhooks.set(endpoint.id, endpoint)
    const leave = () => {
      unlisten()
      if (platform.webhooks.get(endpoint.id) === endpoint) platform.webhooks.delete(endpoint.id)
    }
    const deliverNext = Effect.flatMap(Queue.take(events), (event) =>
      post(platform, endpoint, event).pipe(
        Effect.retry(retrySchedule),
        Effect.catchTag("DeliveryFailed", ({ fault }) => Effect.sync(() => dropped({ endpoint, event, fault }))),
        Effect.catchDefect((defect) =>
          Effect.logError(`Delivering ${event.type} to ${url} failed unexpectedly.`, defect)
        )
      ))
    const worker = yield* Effect.forkScoped(Effect.ensuring(Effect.forever(deliverNext), Effect.sync(leave)), {
      startImmediately: true
    })
    return {
      endpoint,
      remove: () => {
        leave()
        worker.interruptUnsafe()
      }
    }
  })

/**
 * Header with the project id of an event. Each endpoint of the emulator receives the events of all projects. On the
 * platform, an endpoint belongs to one project.
 */
const projectHeader = "latchkey-project-id"

/** Makes one delivery attempt. */
const post = (
  platform: Platform,
  { secret, url }: WebhookEndpoint,
  { data, id, projectId, type }: {
    readonly id: string
    readonly type: string
    readonly data: unknown
    readonly projectId?: string
  }
): Effect.Effect<void, DeliveryFailed> =>
  Effect.gen(function*() {
    const { Webhook } = yield* Effect.promise(() => import("standardwebhooks"))
    const body = JSON.stringify({ type, data })
    const at = new Date(platform.now())
    const named = {
      id,
      timestamp: String(Math.floor(at.getTime() / 1000)),
      signature: new Webhook(Redacted.value(secret)).sign(id, at, body)
    }
    const headers = Object.fromEntries(
      ["webhook", "svix"].flatMap((prefix) =>
        Object.entries(named).map(([name, value]) => [`${prefix}-${name}`, value])
      )
    )
    const { status } = yield* Effect.tryPromise({
      try: (signal) =>
        fetch(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...headers,
            ...(projectId === undefined ? {} : { [projectHeader]: projectId })
          },
          body,
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(deliveryTimeoutMillis)])
        }),
      catch: (error) => new DeliveryFailed({ fault: error instanceof Error ? error.message : String(error) })
    })
    if (status < 200 || status > 299) {
      return yield* Effect.fail(new DeliveryFailed({ fault: `the response has status ${status}` }))
    }
  })

/** Posts a test event once. Returns the error if the delivery fails. */
export const test = (platform: Platform, endpoint: WebhookEndpoint): Effect.Effect<string | undefined> =>
  Effect.match(
    post(platform, endpoint, {
      id: `msg_${crypto.randomUUID().replaceAll("-", "")}`,
      type: "test",
      data: { message: "This event was sent to test the endpoint." }
    }),
    {
      onSuccess: () => undefined,
      onFailure: ({ fault }) => `The event could not be delivered to ${endpoint.url}: ${fault}.`
    }
  )
