/** The platform's clock and faults. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { endpoints } from "../../../schemas/catalogue.ts"
import { type ActiveFault, activeFaultToJson, type FaultEffect } from "../faults/index.ts"
import { actionForm, table, time } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { type Done, operate, type Page, type Visit } from "./visit.ts"

const steps = ["1 minute", "10 minutes", "1 hour", "1 day", "30 days"] as const

const moved: Done = { said: "moved", page: "/conditions" }

/** The faults that can be switched on, with their labels. */
const choices: { readonly [name: string]: { readonly label: string; readonly respond: FaultEffect } } = {
  slow: { label: "answers come 2 seconds late", respond: { type: "latency", duration: "2 seconds" } },
  lostBefore: { label: "connection lost, nothing done", respond: { type: "lostBefore" } },
  lostAfter: { label: "connection lost after it was done", respond: { type: "lostAfter" } },
  partialBody: { label: "half of the answer", respond: { type: "partialBody" } },
  wrongContentType: { label: "an HTML page instead of the answer", respond: { type: "wrongContentType" } },
  tooManyRequests: { label: "429, try again in 3 seconds", respond: { type: "tooManyRequests", retryAfterSeconds: 3 } },
  loopDetected: { label: "508, caught in a loop", respond: { type: "loopDetected" } },
  serverError: { label: "500", respond: { type: "serverError" } }
}

/** `/emulator/conditions` */
export const conditions: Page = {
  title: () => "Clock and faults",
  content: (visit) =>
    Effect.sync(() => {
      const { clock, faults } = visit.emulator
      const now = clock.now()
      return html`<h1>Clock and faults</h1>
<section class="card" aria-label="Clock"><div class="head" id="now" data-live><h2>Clock</h2>${time(now.getTime())}</div>
<p class="quiet">Tokens, codes and sessions go by it. It moves for the platform alone.</p>
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
<section class="card" aria-label="Switch a fault on"><h2>Faults</h2>
<p class="quiet">Faults apply to every request, except for the console's own.</p>${
        actionForm(
          visit,
          "/conditions",
          "add",
          html`<div class="fields"><label>What <select name="what">${
            Object.entries(choices).map(([name, { label }]) => html`<option value="${name}">${label}</option>`)
          }</select></label>
<label>Endpoint <input name="endpoint" list="endpoints" placeholder="every one" autocomplete="off"></label>
<label>How often <input type="number" name="times" min="1" max="1000000" placeholder="until switched off"></label>
<div><button class="main">Switch on</button></div></div>
<datalist id="endpoints">${endpoints.map(({ spec }) => html`<option>${spec.name}</option>`)}</datalist>`
        )
      }</section>
${
        table("faults", faults.list().map((fault, at) => ({ fault, at })), {
          columns: ["Fault", "Endpoint", "Left", "Change"],
          empty: html`Nothing goes wrong.`,
          row: ({ at, fault }) => faultRow(visit, fault, at)
        })
      }`
    }),
  actions: {
    advance: operate("clock.move", moved, (_, form) => ({ advance: form.get("by") })),
    set: operate("clock.move", moved, (_, form) => ({ now: `${form.get("now")}Z` })),
    add: operate("faults.follow", { said: "added", page: "/conditions" }, (_, form) => {
      const { respond } = choices[form.get("what") ?? ""] ?? choices["serverError"]!
      const [endpoint, times] = [form.get("endpoint"), form.get("times")]
      return { faults: [{ respond, ...(endpoint && { endpoint }), ...(times && { times: Number(times) }) }] }
    }),
    remove: operate("faults.remove", { said: "deleted", page: "/conditions" })
  }
}

const faultRow = (visit: Visit, active: ActiveFault, at: number): Html =>
  html`<tr id="fault-${at}"><td>${labelOf(active)}</td><td>${
    active.fault.endpoint ?? "every one"
  }</td><td class="number">${
    Number.isFinite(active.left) ? html`<strong>${active.left}</strong>` : "until switched off"
  }</td><td>${
    actionForm(
      visit,
      "/conditions",
      "remove",
      html`<button name="at" value="${at}" aria-label="Switch off: ${labelOf(active)}">Switch off</button>`
    )
  }</td></tr>`

const labelOf = (active: ActiveFault): string => {
  const { respond } = activeFaultToJson(active) as { readonly respond: unknown }
  if (respond === "program") return "an answer of a program's"
  return Array.isArray(respond) ? respond.map(labelOfStep).join(", then ") : labelOfStep(respond)
}

/** Labels a step of a fault like the choices, with its own numbers. */
const labelOfStep = (respond: unknown): string => {
  const step = respond as "pass" | Exclude<FaultEffect, { readonly type: "latency" }> | {
    readonly type: "latency"
    readonly duration: number
  }
  if (step === "pass") return "the platform answers"
  switch (step.type) {
    case "latency":
      return `answers come ${Duration.format(Duration.millis(step.duration))} late`
    case "tooManyRequests":
      return step.retryAfterSeconds === undefined ? "429" : `429, try again in ${step.retryAfterSeconds} seconds`
    case "wrongContentType":
      return step.contentType === undefined
        ? choices["wrongContentType"]!.label
        : `${step.contentType} instead of the answer`
    case "serverError":
      return String(step.status ?? 500)
    default:
      return choices[step.type]!.label
  }
}
