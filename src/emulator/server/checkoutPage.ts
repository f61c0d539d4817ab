/** Payment page of the emulator, which stands in for the platform's page and the payment provider's form. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { hueOf, initialOf } from "../../../schemas/entities/names.ts"
import { isTrusted } from "../model/index.ts"
import { checkout, priceText } from "../payments/index.ts"
import {
  type CodeData,
  fieldsOf,
  type Incoming,
  type Outgoing,
  type PaymentIntent,
  type Platform,
  type Project
} from "../state/index.ts"
import { document, escaped, page, redirect } from "./pages.ts"

const footer = "Latchkey emulator. No card is charged."

/** Fields of the form that the customer has already filled in. */
interface Filled {
  readonly priceId?: string | undefined
  readonly quantity?: string | undefined
}

const prices = ({ product }: CodeData["purchase"], { priceId }: Filled): string => {
  const all = Object.entries(product.prices)
  const chosen = priceId ?? all[0]?.[0]
  return `<fieldset>
<legend>${all.length === 1 ? "Price" : "Choose a price"}</legend>
${
    all.map(([id, price]) =>
      `<label class="choice"><input type="radio" name="price_id" value="${escaped(id)}"${
        id === chosen ? " checked" : ""
      } required><span>${escaped(id)}</span><span>${escaped(priceText(price))}</span></label>`
    ).join("\n")
  }
</fieldset>`
}

const cardFields = `<fieldset>
<legend>Card</legend>
<label>Card number <input name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" required></label>
<div class="pair"><label>Expires <input name="expires" autocomplete="off" value="12 / 30" required></label>
<label>Security code <input name="cvc" inputmode="numeric" autocomplete="off" value="123" required></label></div>
</fieldset>`

const formOf = (
  project: Project,
  data: CodeData["purchase"],
  conflicts: ReadonlyArray<string>,
  filled: Filled,
  problem: string | undefined
): string => {
  const { product } = data
  const name = escaped(product.displayName)
  const isTest = checkout.isTestMode(project)
  return document(
    `Buy ${name}`,
    `<header><span class="initial" style="--hue:${hueOf(product.displayName)}" aria-hidden="true" translate="no">${
      escaped(initialOf(product.displayName) ?? "?")
    }</span><h1>${name}</h1>
<p class="quiet">${escaped(project.displayName)}</p></header>
${isTest ? "<p class=\"notice\">Test mode: the purchase is completed without payment.</p>" : ""}
${
      conflicts.length === 0
        ? ""
        : `<p class="notice">Replaces ${conflicts.map((each) => `<strong>${escaped(each)}</strong>`).join(", ")}.</p>`
    }
<form method="post">
${problem === undefined ? "" : `<p role="alert">${escaped(problem)}</p>`}
${prices(data, filled)}
${
      product.stackable
        ? `<label>Quantity <input name="quantity" type="number" min="1" value="${
          escaped(filled.quantity ?? "1")
        }" required></label>`
        : ""
    }
${isTest ? "" : cardFields}
<button class="main">${isTest ? "Complete test purchase" : "Pay"}</button>
</form>`,
    footer
  )
}

const message = (title: string, text: string): string =>
  document(
    title,
    `<header><h1>${title}</h1>\n<p class="quiet">${escaped(text)}</p></header>`,
    footer
  )

/** A purchase that the page can show. */
interface Shown {
  readonly project: Project
  readonly data: CodeData["purchase"]
  /** Payment that was declined and can be tried again. */
  readonly pending: PaymentIntent | undefined
}

const shownOf = (platform: Platform, fullCode: string): Effect.Effect<Shown, { readonly message: string }> =>
  Effect.suspend((): Effect.Effect<Shown, { readonly message: string }> => {
    const found = checkout.projectOf(platform, fullCode)
    const pending = found && checkout.pendingOf(found.project, found.code)
    return found !== undefined && pending !== undefined
      ? Effect.succeed({ project: found.project, data: { ...pending, chargesEnabled: true }, pending })
      : Effect.map(
        checkout.open(platform, fullCode),
        ({ code, project }) => ({ project, data: code.data, pending: undefined })
      )
  })

/** Returns the quantity that the customer entered, or `undefined` for anything but a safe integer above zero. */
const quantityOf = (entered: string): number | undefined => {
  const quantity = /^\d+$/.test(entered) ? Number(entered) : NaN
  return Number.isSafeInteger(quantity) && quantity > 0 ? quantity : undefined
}

const complete = (platform: Platform, incoming: Incoming, fullCode: string, shown: Shown): Outgoing => {
  const fields = fieldsOf(incoming.body)
  const filled = { priceId: fields.get("price_id") ?? undefined, quantity: fields.get("quantity") ?? undefined }
  const quantity = quantityOf(filled.quantity ?? "1")
  const digits = (fields.get("card") ?? "").replace(/\D/g, "")
  const again = (status: number, problem: string) =>
    page(status, formOf(shown.project, shown.data, [], filled, problem))
  if (quantity === undefined) return again(400, "The quantity must be a whole number of at least 1.")
  const outcome = Effect.runSync(Effect.result(checkout.complete(platform, fullCode, {
    priceId: filled.priceId,
    quantity,
    card: digits.length < 12 ? undefined : checkout.cardOf(digits)
  })))
  if (Result.isFailure(outcome)) return again(400, outcome.failure.message)
  if (outcome.success === "declined") return again(402, "The card was declined. Use another card, or try again.")
  const returnUrl = incoming.url.searchParams.get("return_url")
  return returnUrl !== null && isTrusted(shown.project, returnUrl)
    ? redirect(returnUrl)
    : page(
      200,
      message("Purchase complete", `You have ${shown.data.product.displayName} now. You can close this page.`)
    )
}

/** Responds to requests for the page and its form; `undefined` for other paths. */
export const respond = (platform: Platform, incoming: Incoming): Outgoing | undefined => {
  const { pathname } = incoming.url
  const { method } = incoming
  if (method === "GET" && pathname.startsWith(checkout.accountPath)) return accountPage(platform, pathname)
  if (!pathname.startsWith(checkout.pagePath)) return undefined
  if (method !== "GET" && method !== "POST") return { status: 405, headers: {}, body: "" }
  const fullCode = pathname.slice(checkout.pagePath.length)
  const found = Effect.runSync(Effect.result(shownOf(platform, fullCode)))
  if (Result.isFailure(found)) {
    return page(
      400,
      message("Purchase not found", "This link has expired or was already used. Start again in the app.")
    )
  }
  const shown = found.success
  if (method === "POST") return complete(platform, incoming, fullCode, shown)
  const { conflictingProducts } = checkout.infoOf(platform, shown.project, shown.data)
  return page(
    200,
    formOf(shown.project, shown.data, conflictingProducts.map(({ displayName }) => displayName), {}, undefined)
  )
}

/** Shows a connected account, or an invoice. */
const accountPage = (platform: Platform, pathname: string): Outgoing => {
  const id = pathname.slice(checkout.accountPath.length)
  const projects = [...platform.store.projects.values()]
  const connected = projects.find(({ paymentAccount }) => paymentAccount?.id === id)
  if (connected !== undefined) {
    return page(200, message("Payments are set up", `${connected.displayName} can sell products now.`))
  }
  const invoice = projects.flatMap(({ payments }) => payments.invoices).find((invoice) =>
    `invoices/${invoice.id}` === id
  )
  return invoice === undefined
    ? page(404, message("Page not found", "There is no account or invoice with this address."))
    : page(200, message("Invoice", `${checkout.dollarsOf(invoice)}, ${invoice.status}.`))
}
