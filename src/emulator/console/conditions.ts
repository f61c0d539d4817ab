/** Page for the emulator's clock and faults. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { endpoints } from "../../../schemas/catalogue.ts"
import {
  type ActiveFault,
  activeFaultToJson,
  type CardDeclined,
  type FaultEffect,
  type LateWrite
} from "../faults/index.ts"
import { actionForm, table, time } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { type Done, operate, type Page, type Visit } from "./visit.ts"

const steps = ["1 minute", "10 minutes", "1 hour", "1 day", "30 days"] as const

const moved: Done = { notice: "moved", page: "/conditions" }

/** Faults that can be added, with their labels. */
const choices: {
  readonly [name: string]: { readonly label: string; readonly respond: FaultEffect | CardDeclined | LateWrite }
} = {
  slow: { label: "responses delayed by 2 seconds", respond: { type: "latency", duration: "2 seconds" } },
  lostBefore: { label: "connection lost before the request is processed", respond: { type: "lostBefore" } },
  lostAfter: { label: "connection lost after the request is processed", respond: { type: "lostAfter" } },
  partialBody: { label: "response cut in half", respond: { type: "partialBody" } },
  wrongContentType: { label: "HTML page instead of the response", respond: { type: "wrongContentType" } },
  tooManyRequests: { label: "429, retry after 3 seconds", respond: { type: "tooManyRequests", retryAfterSeconds: 3 } },
  loopDetected: { label: "508, loop detected", respond: { type: "loopDetected" } },
  serverError: { label: "500", respond: { type: "serverError" } },
  cardDeclined: { label: "card declined", respond: { type: "cardDeclined" } },
  lateWrite: {
    label: "quantities of items changed after 2 seconds",
    respond: { type: "lateWrite", duration: "2 seconds" }
  }
}

/** The page `/emulator/conditions`. */
export const conditions: Page = {
  title: () => "Clock and faults",
  content: (visit) =>
    Effect.sync(() => {
      const { clock, faults } = visit.emulator
      const now = clock.now()
      return html`<h1>Clock and faults</h1>
<section class="card" aria-label="Clock"><div class="head" id="now" data-live><h2>Clock</h2>${time(now.getTime())}</div>
<p class="quiet">Tokens, codes and sessions expire by this clock. Your system clock doesn't change.</p>
<div class="row">${
        steps.map((step) =>
          actionForm(visit, "/conditions", "advance", html`<button name="by" value="${step}">+ ${step}</button>`)
        )
      }</div>
${
        actionForm(
          visit,
          "/conditions",
          "set",
          html`<div class="row end"><label>Time (UTC) <input type="datetime-local" step="1" name="now" required value="${
            now.toISOString().slice(0, 19)
          }"></label> <button>Set</button></div>`
        )
      }</section>
<section class="card" aria-label="Add a fault"><h2>Faults</h2>
<p class="quiet">Faults apply to every request, except for the console's own.</p>${
        actionForm(
          visit,
          "/conditions",
          "add",
          html`<div class="fields"><label>Fault <select name="what">${
            Object.entries(choices).map(([name, { label }]) => html`<option value="${name}">${label}</option>`)
          }</select></label>
<label>Endpoint <input name="endpoint" list="endpoints" placeholder="all endpoints" autocomplete="off"></label>
<label>Number of requests <input type="number" name="times" min="1" max="1000000" placeholder="until removed"></label>
<div><button class="main">Add fault</button></div></div>
<datalist id="endpoints">${endpoints.map(({ spec }) => html`<option>${spec.name}</option>`)}</datalist>`
        )
      }</section>
${
        table("faults", faults.list().map((fault, at) => ({ fault, at })), {
          columns: ["Fault", "Endpoint", "Remaining", "Action"],
          empty: html`No active faults.`,
          row: ({ at, fault }) => faultRow(visit, fault, at)
        })
      }`
    }),
  actions: {
    advance: operate("clock.move", moved, (_, form) => ({ advance: form.get("by") })),
    set: operate("clock.move", moved, (_, form) => ({ now: `${form.get("now")}Z` })),
    add: operate("faults.follow", { notice: "added", page: "/conditions" }, (_, form) => {
      const { respond } = choices[form.get("what") ?? ""] ?? choices["serverError"]!
      const [endpoint, times] = [form.get("endpoint"), form.get("times")]
      return { faults: [{ respond, ...(endpoint && { endpoint }), ...(times && { times: Number(times) }) }] }
    }),
    remove: operate("faults.remove", { notice: "deleted", page: "/conditions" })
  }
}

const faultRow = (visit: Visit, active: ActiveFault, at: number): Html =>
  html`<tr id="fault-${at}"><td>${labelOf(active)}</td><td>${
    active.fault.endpoint ?? "all endpoints"
  }</td><td class="number">${
    Number.isFinite(active.left) ? html`<strong>${active.left}</strong>` : "until removed"
  }</td><td>${
    actionForm(
      visit,
      "/conditions",
      "remove",
      html`<button name="at" value="${at}" aria-label="Remove: ${labelOf(active)}">Remove</button>`
    )
  }</td></tr>`

const labelOf = (active: ActiveFault): string => {
  const { respond } = activeFaultToJson(active) as { readonly respond: unknown }
  if (respond === "program") return "response from test code"
  return Array.isArray(respond) ? respond.map(labelOfStep).join(", then ") : labelOfStep(respond)
}

/** Returns the label of a fault's step: the wording of `choices`, with the numbers of the step. */
const labelOfStep = (respond: unknown): string => {
  const step = respond as "pass" | CardDeclined | Exclude<FaultEffect, { readonly type: "latency" }> | {
    readonly type: "latency" | "lateWrite"
    readonly duration: number
  }
  if (step === "pass") return "no fault"
  switch (step.type) {
    case "latency":
      return `responses delayed by ${Duration.format(Duration.millis(step.duration))}`
    case "lateWrite":
      return `quantities of items changed after ${Duration.format(Duration.millis(step.duration))}`
    case "tooManyRequests":
      return step.retryAfterSeconds === undefined ? "429" : `429, retry after ${step.retryAfterSeconds} seconds`
    case "wrongContentType":
      return step.contentType === undefined
        ? choices["wrongContentType"]!.label
        : `${step.contentType} instead of the response`
    case "serverError":
      return String(step.status ?? 500)
    default:
      return choices[step.type]!.label
  }
}
