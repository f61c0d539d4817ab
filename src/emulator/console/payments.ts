/** Page of payments: what a project sells, what its customers have, and its transactions with refunds. */
import * as Effect from "effect/Effect"
import type { Transaction } from "../../../schemas/entities/Transaction.ts"
import { paymentsOf } from "../model/index.ts"
import {
  centsFor,
  checkout,
  customers,
  priceText,
  products,
  quantityOf,
  settle,
  transactions
} from "../payments/index.ts"
import type { Customer, Project, Purchase } from "../state/index.ts"
import { actionForm, table, time } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { nameOf, teamNameOf } from "./people.ts"
import { type Page, Refused, sendToPlatform, to, type Visit } from "./visit.ts"

/** The page `/emulator/payments`. */
export const payments: Page = {
  title: () => "Payments",
  content: (visit) =>
    Effect.sync(() => {
      const { platform, project } = visit
      settle(platform, project)
      return html`<div class="head"><h1>Payments</h1><span class="chip">${
        checkout.isTestMode(project) ? "test mode" : "charges cards"
      }</span></div>
${sections(visit)}`
    }),
  actions: {
    refund: (visit, form) =>
      Effect.suspend(() => {
        const purchase = visit.project.payments.purchases.find(({ id }) => id === form.get("purchase"))
        const refund = purchase && refundOf(purchase)
        return refund === undefined
          ? Effect.fail(new Refused({ sentence: "This purchase can't be refunded." }))
          : Effect.as(
            sendToPlatform(visit, "POST", "/internal/payments/transactions/refund", refund),
            { notice: "refunded", page: "/payments" } as const
          )
      })
  }
}

/** Returns the request that refunds a purchase completely; `undefined` if that isn't possible. */
const refundOf = ({ id, phases: [{ priceId, product, quantity }], refunded, source, subscription }: Purchase) => {
  const price = priceId === null ? undefined : product.prices[priceId]
  return source !== "payment" || refunded !== null || price?.USD === undefined ? undefined : {
    type: subscription === null ? "one-time-purchase" : "subscription",
    id,
    refund_entries: [{
      entry_index: 0,
      quantity,
      amount_usd: (centsFor({ price, quantity }) / 100).toFixed(2)
    }]
  }
}

const sections = (visit: Visit): ReadonlyArray<Html> => {
  const { project } = visit
  return [
    html`<h2>Products</h2>${productTable(project)}`,
    html`<h2>Customers</h2>${customerTable(visit)}`,
    html`<h2>Transactions</h2>${transactionTable(visit)}`
  ]
}

const productTable = (project: Project): Html =>
  table("products", products.allOf(project), {
    columns: ["Product", "For", "Prices", "Included items"],
    empty: html`This project sells nothing. Add products with <code translate="no">payments</code> in the seed.`,
    row: ({ product, productId }) =>
      html`<tr id="product-${productId}"><td translate="no">${product.displayName}</td><td>${product.customerType}</td><td>${
        lines(Object.values(product.prices).map(priceText))
      }</td><td>${
        lines(Object.entries(product.includedItems).map(([id, { quantity = 0 }]) => `${quantity} ${id}`))
      }</td></tr>`
  })

const lines = (texts: ReadonlyArray<string>): ReadonlyArray<Html> => texts.map((text) => html`<div>${text}</div>`)

/** Returns the customers with a purchase or a changed item, newest first. */
const customersOf = ({ payments: { itemChanges, purchases } }: Project): ReadonlyArray<Customer> =>
  [
    ...new Map([...itemChanges, ...purchases].map(({ customer }) => [customers.keyOf(customer), customer])).values()
  ].reverse()

const customerName = (visit: Visit, { id, type }: Customer): Html => {
  const { project } = visit
  const [user, team] = [project.users.get(id), project.teams.get(id)]
  if (type === "user" && user !== undefined) {
    return html`<a href="${to(visit, "/user", { id })}" translate="no">${nameOf(project, user)}</a>`
  }
  return type === "team" && team !== undefined
    ? html`<a href="${to(visit, "/team", { id })}" translate="no">${teamNameOf(team)}</a>`
    : html`<span translate="no">${id}</span>`
}

const itemsOf = (visit: Visit, customer: Customer): ReadonlyArray<string> => {
  const { platform, project } = visit
  const { itemChanges } = project.payments
  const ids = new Set([
    ...Object.keys(paymentsOf(project).items ?? {}),
    ...products.purchasesOf(project, customer).flatMap(({ phases }) =>
      phases.flatMap(({ product }) => Object.keys(product.includedItems))
    ),
    ...itemChanges.filter((change) => customers.isSame(change.customer, customer)).map(({ itemId }) => itemId)
  ])
  return [...ids].flatMap((id) => {
    const quantity = quantityOf(project, customer, id, platform.now())
    return quantity === 0 ? [] : [`${quantity} ${id}`]
  })
}

const ownedIn = ({ platform, project }: Visit, customer: Customer): ReadonlyArray<Html> =>
  [...products.ownedBy(project, customer, platform.now()).values()].flat().map((purchase) => {
    const { product, quantity } = products.currentOf(purchase)
    const { subscription } = purchase
    return html`<div><span translate="no">${product.displayName}</span>${quantity > 1 && ` × ${quantity}`} ${
      subscription !== null &&
      html`<span class="chip ${subscription.status === "past_due" && "bad"}">${
        subscription.cancelAtPeriodEnd ? "ends" : subscription.status.replace("_", " ")
      }</span> ${time(subscription.endedAt ?? subscription.periodEnd)}`
    }</div>`
  })

const customerTable = (visit: Visit): Html =>
  table("customers", customersOf(visit.project), {
    columns: ["Customer", "Type", "Items", "Products and subscriptions"],
    empty: html`No purchases yet.`,
    row: (customer) =>
      html`<tr id="customer-${customers.keyOf(customer).replace(" ", "-")}"><td>${
        customerName(visit, customer)
      }</td><td>${customer.type}</td><td>${lines(itemsOf(visit, customer))}</td><td>${
        ownedIn(visit, customer)
      }</td></tr>`
  })

/** Describes what a transaction changed. */
const changesOf = ({ entries }: Transaction): ReadonlyArray<Html> =>
  entries.flatMap((entry): ReadonlyArray<Html> => {
    switch (entry.type) {
      case "product_grant": {
        const { product, quantity } = entry
        return [html`<div translate="no">${product.displayName}${quantity > 1 && ` × ${quantity}`}</div>`]
      }
      case "item_quantity_change":
        return [html`<div>${entry.quantity > 0 && "+"}${entry.quantity} ${entry.itemId}</div>`]
      default:
        return []
    }
  })

const paidOf = ({ entries }: Transaction): ReadonlyArray<string> =>
  entries.flatMap((entry) => entry.type === "money_transfer" ? [`$${Number(entry.netAmount["USD"]).toFixed(2)}`] : [])

const customerOf = ({ entries }: Transaction): Customer | undefined =>
  entries.flatMap((entry) =>
    "customerId" in entry ? [{ type: entry.customerType as Customer["type"], id: entry.customerId }] : []
  )[0]

const transactionTable = (visit: Visit): Html => {
  const { project } = visit
  const purchases = new Map(project.payments.purchases.map((purchase) => [purchase.id, purchase]))
  return table("transactions", transactions.listOf(project, {}), {
    columns: ["Time", "Type", "Customer", "Changes", "Paid", "Action"],
    empty: html`No transactions yet.`,
    row: (transaction, time) => {
      const purchase = purchases.get(transaction.id)
      const customer = customerOf(transaction)
      const name = purchase?.phases[0].product.displayName
      return html`<tr id="transaction-${transaction.id}"><td>${time(transaction.createdAt.getTime())}</td><td>${
        transaction.type?.replaceAll("-", " ")
      }${transaction.testMode && html` <span class="chip">test</span>`}</td><td>${
        customer && customerName(visit, customer)
      }</td><td>${changesOf(transaction)}</td><td class="number">${paidOf(transaction)}</td><td>${
        transaction.adjustedBy.length > 0
          ? html`<span class="chip">refunded</span>`
          : purchase !== undefined && refundOf(purchase) !== undefined && actionForm(
            visit,
            "/payments",
            "refund",
            html`<button name="purchase" value="${purchase.id}" aria-label="Refund ${name}">Refund</button>`
          )
      }</td></tr>`
    }
  })
}
