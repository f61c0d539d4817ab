/** Reproduces the state before the recordings about payments, the data vault, the outbox, drafts and managed domains. */
import * as Effect from "effect/Effect"
import type { Exchange } from "../exchange.ts"
import { type Areas, leftOut } from "./steps.ts"
import { password } from "./world.ts"

type Level = "client" | "server" | "admin"

interface StepOptions {
  readonly as?: string
  readonly json?: object
  readonly body?: unknown
}

/** Returns a function that creates a step for the project that a recording creates with its first exchanges. */
const stepsIn = (area: string, exchanges: ReadonlyArray<Exchange>) => {
  const created = exchanges.find(({ request }) => request.path.endsWith("/internal/projects"))
  const { id } = (created?.response.body ?? {}) as { readonly id?: string }
  const keys = {
    client: { "x-stack-publishable-client-key": `{{publishable_client_key:${area}}}` },
    server: { "x-stack-secret-server-key": `{{secret_server_key:${area}}}` },
    admin: { "x-stack-super-secret-admin-key": `{{super_secret_admin_key:${area}}}` }
  }
  return (level: Level, route: `${string} /${string}`, { as, body = null, json }: StepOptions = {}): Exchange => {
    const [method, path] = route.split(" ") as [string, string]
    return {
      name: leftOut,
      request: {
        method,
        path: `/api/v1${path}`,
        headers: {
          ...keys[level],
          "x-stack-access-type": level,
          "x-stack-project-id": id ?? "",
          ...(as === undefined ? {} : { "x-stack-access-token": `{{access_token:${as}}}` }),
          ...(json === undefined ? {} : { "content-type": "application/json" })
        },
        ...(json === undefined ? {} : { body: json })
      },
      response: { status: 200, headers: {}, body }
    }
  }
}

/** Returns the value of a field that the request or the response of an exchange has. */
const fieldOf = (exchanges: ReadonlyArray<Exchange>, name: string, part: "request" | "response", field: string) =>
  (exchanges.find((exchange) => exchange.name === name)?.[part].body as
    | { readonly [field: string]: string }
    | undefined)
    ?.[field] ?? ""

const idInPath = (exchanges: ReadonlyArray<Exchange>, name: string, from: RegExp): string =>
  from.exec(exchanges.find((exchange) => exchange.name === name)?.request.path ?? "")?.[1] ?? ""

const paymentsArea = (exchanges: ReadonlyArray<Exchange>): Areas[string] => {
  const step = stepsIn("payments", exchanges)
  const project = fieldOf(exchanges, "owner makes a project", "response", "id")
  const ann = fieldOf(exchanges, "ann signs up", "response", "user_id")
  const bob = idInPath(exchanges, "item of another user", /\/user\/([^/]+)\//)
  const team = idInPath(exchanges, "item of a team", /\/team\/([^/]+)\//)
  const change = (of: string, delta: number) =>
    step("server", `POST /payments/items/${of}/update-quantity?allow_negative=true`, { json: { delta } })
  const grant = (of: string, json: object) => step("server", `POST /payments/products/${of}`, { json })
  const configured = (override: object) =>
    step("admin", "PATCH /internal/config/override/environment", {
      json: { config_override_string: JSON.stringify(override) }
    })
  const url = (as: string, customer: string, product: string, code: string) =>
    step("client", "POST /payments/purchases/create-purchase-url", {
      as,
      json: { customer_type: "user", customer_id: customer, product_id: product },
      body: { url: `{{dashboard_origin}}/purchase/{{purchase_code:${code}}}` }
    })
  const inline = {
    display_name: "Inline",
    customer_type: "user",
    prices: { once: { USD: "3" } },
    included_items: { credits: { quantity: 2 } }
  }
  return {
    isWhole: true,
    pasts: {
      // the account of the recording was ready at once
      "account info": ({ emulator, standsFor }) =>
        Effect.promise(() =>
          emulator.payments.reportAccount({
            projectId: standsFor(project) ?? project,
            chargesEnabled: true,
            detailsSubmitted: true,
            payoutsEnabled: true
          })
        ),
      // the platform's job ends the replaced plan
      "products after the cancellation": ({ emulator }) => Effect.sync(() => emulator.clock.advance("2 seconds"))
    },
    between: {
      "account session without an account (status override)": [step("admin", "POST /internal/payments/setup")],
      "ann signs up": [
        step("client", "POST /auth/password/sign-up", {
          json: { email: "bob-payments@example.com", password },
          body: {
            access_token: "{{access_token:bob-payments}}",
            refresh_token: "{{refresh_token:bob-payments}}",
            user_id: bob
          }
        }),
        step("client", "POST /teams", {
          as: "ann-payments",
          json: { display_name: "Team", creator_user_id: "me" },
          body: { id: team }
        })
      ],
      "item of an unknown kind": [change(`user/${ann}/credits`, 10)],
      "change by half": [change(`user/${ann}/credits`, 0), grant(`user/${ann}`, { product_id: "free" })],
      "products of bob for bob": [
        grant(`user/${bob}`, { product_inline: inline }),
        grant("custom/ws", { product_id: "space" })
      ],
      "purchase url with a return": [url("ann-payments", ann, "pro", "pro")],
      "invoices": [step("client", `DELETE /payments/products/user/${ann}/pro`, { as: "ann-payments" })],
      "grant while blocked": [
        configured({ "payments.blockNewPurchases": false, "payments.testMode": false }),
        url("bob-payments", bob, "pro", "bob")
      ]
    }
  }
}

/** The year 3000. */
const distantFuture = Date.UTC(3000)

const outboxArea = (exchanges: ReadonlyArray<Exchange>): Areas[string] => {
  const step = stepsIn("email-outbox", exchanges)
  const mail = idInPath(exchanges, "read", /\/outbox\/([^/]+)$/)
  const change = (json: object) => step("server", `PATCH /emails/outbox/${mail}`, { json })
  return {
    isWhole: true,
    between: {
      "read malformed": [change({ scheduled_at_millis: distantFuture }), change({ is_paused: true })],
      "cancel false": [change({ cancel: true })]
    }
  }
}

/** Returns the areas. `recording`: all recorded areas. */
export const paymentAreas = (recording: { readonly [area: string]: ReadonlyArray<Exchange> }): Areas => {
  const of = (area: string) => recording[area] ?? []
  const vault = stepsIn("data-vault", of("data-vault"))
  const drafts = stepsIn("email-drafts", of("email-drafts"))
  const domains = stepsIn("managed-domains", of("managed-domains"))
  const draft = fieldOf(of("email-drafts"), "create", "response", "id")
  const [reader = ""] = fieldOf(of("email-drafts"), "send the draft", "request", "user_ids")
  const hashedKey = fieldOf(of("data-vault"), "get the second", "request", "hashed_key")
  const domainId = fieldOf(of("managed-domains"), "set up", "response", "domain_id")
  return {
    payments: paymentsArea(of("payments")),
    "data-vault": {
      isWhole: true,
      between: {
        "get before a set (status override)": [
          vault("server", "POST /data-vault/stores/keys/set", {
            json: { hashed_key: hashedKey, encrypted_value: "AgAC" }
          })
        ]
      }
    },
    "email-drafts": {
      isWhole: true,
      between: {
        "update nothing": [
          drafts("admin", `PATCH /internal/email-drafts/${draft}`, { json: { display_name: "Uno" } }),
          drafts("server", "POST /users", {
            json: { primary_email: "ann-email-drafts@example.com" },
            body: { id: reader }
          })
        ]
      }
    },
    "email-outbox": outboxArea(of("email-outbox")),
    "managed-domains": {
      isWhole: true,
      pasts: { check: ({ emulator }) => Effect.sync(() => emulator.clock.advance("2 seconds")) },
      between: {
        check: [
          domains("admin", "POST /internal/emails/managed-onboarding/apply", { json: { domain_id: domainId } })
        ]
      }
    }
  }
}
