/** Page of logged requests, newest first, and a page that shows one request with its response. */
import * as Effect from "effect/Effect"
import type { LoggedMessage, LoggedRequest } from "../server/index.ts"
import { attemptsOf } from "./attempts.ts"
import { actionForm, datedOnce, table } from "./frame.ts"
import { Html, html } from "./html.ts"
import { type Page, to, type Visit } from "./visit.ts"

/** The page `/emulator/requests`. */
export const requests: Page = {
  title: () => "Requests",
  content: (visit) =>
    Effect.sync(() => {
      const all = visit.emulator.requests.list()
      const attempts = attemptsOf(all)
      const rows = all.map((request, index) => ({ request, attempt: attempts[index]! }))
        .filter(({ request }) => matches(visit, request)).reverse()
      const times = datedOnce(rows.map(({ request }) => request.at.getTime()))
      return html`<div class="head"><h1>Requests</h1>${
        all.length > 0 && actionForm(visit, "/requests", "clear", html`<button>Clear</button>`)
      }</div>
${filters(visit)}
${
        table("requests", rows.map((row, index) => ({ ...row, at: times[index]! })), {
          columns: ["Request", "Level", "Outcome", "Attempt", "Duration", "Time"],
          empty: all.length === 0
            ? html`No requests yet. New requests appear here automatically.`
            : html`No requests match.`,
          row: ({ at, attempt, request }) =>
            html`<tr id="request-${request.id}"><td>${nameOf(visit, request)}</td><td>${
              request.level ?? "none"
            }</td><td>${outcomeOf(request)}</td><td class="number">${
              attempt > 1 ? html`<span class="chip bad">${attempt}</span>` : html`<span class="once">1</span>`
            }</td><td class="number">${request.durationMillis} ms</td><td>${at}</td></tr>`
        })
      }`
    }),
  actions: {
    clear: ({ emulator }) =>
      Effect.sync(() => {
        emulator.requests.clear()
        return { notice: "cleared", page: "/requests" }
      })
  }
}

const outcomes = { "": "All outcomes", good: "Successful", bad: "Failed", fault: "Faults" } as const

const levels = { "": "All levels", client: "client", server: "server", admin: "admin" } as const

/** A form that reloads the page with its filters. */
const filters = (visit: Visit): Html =>
  html`<form role="search" method="post" action="${
    to(visit, "/requests")
  }" data-auto class="row"><label class="grow"><input type="search" name="q" value="${
    visit.query.get("q")
  }" aria-label="Endpoint, path or error code" placeholder="Endpoint, path or error code"></label>
${choice(visit, "outcome", "Outcome", outcomes)} ${
    choice(visit, "level", "Level", levels)
  } <button>Filter</button></form>`

const choice = (
  { query }: Visit,
  name: string,
  label: string,
  options: { readonly [value: string]: string }
): Html =>
  html`<label><select name="${name}" aria-label="${label}">${
    Object.entries(options).map(([value, text]) =>
      html`<option value="${value}"${(query.get(name) ?? "") === value && new Html(" selected")}>${text}</option>`
    )
  }</select></label>`

const hasFailed = ({ status }: LoggedRequest): boolean => status === undefined || status >= 400

const matches = ({ query }: Visit, request: LoggedRequest): boolean => {
  const wanted = query.get("q")?.trim().toLowerCase() ?? ""
  const [level, outcome] = [query.get("level") ?? "", query.get("outcome") ?? ""]
  return (level === "" || request.level === level)
    && (outcome === "" || (outcome === "fault" ? request.faulty : hasFailed(request) === (outcome === "bad")))
    && [request.endpoint, request.path, request.errorCode, String(request.status ?? "")].some((text) =>
      text?.toLowerCase().includes(wanted)
    )
}

const nameOf = (visit: Visit, request: LoggedRequest): Html => {
  const name = html`<span translate="no">${request.endpoint ?? "no endpoint"}</span>`
  const what =
    html`<div class="quiet small" translate="no"><span class="method">${request.method}</span> ${request.path}</div>`
  return visit.emulator.requests.exchange(request.id) === undefined
    ? html`${name}${what}`
    : html`<a id="open-${request.id}" href="${to(visit, "/request", { id: String(request.id) })}">${name}</a>${what}`
}

const outcomeOf = (request: LoggedRequest): Html => {
  const { errorCode, faulty, status } = request
  return html`<span class="status ${hasFailed(request) ? "bad" : "good"}">${status ?? "connection lost"}</span> ${
    errorCode !== undefined && html`<code translate="no">${errorCode}</code>`
  } ${faulty && html`<span class="chip">fault</span>`}`
}

/** The page `/emulator/request?id=`. */
export const request: Page = {
  title: (visit) => requestOf(visit)?.endpoint ?? "Request",
  content: (visit) =>
    Effect.sync(() => {
      const request = requestOf(visit)
      const exchange = request === undefined ? undefined : visit.emulator.requests.exchange(request.id)
      const back = html`<p><a href="${to(visit, "/requests")}">All requests</a></p>`
      if (request === undefined || exchange === undefined) {
        return html`<h1>No longer available</h1><p>Details are kept for the last 200 requests only.</p>${back}`
      }
      const { query, request: sent, response } = exchange
      return html`${back}<div class="head"><h1>${request.endpoint ?? `${request.method} ${request.path}`}</h1><p>${
        outcomeOf(request)
      } <span class="quiet small">${request.durationMillis} ms</span></p></div>
<div class="sides"><section class="card" aria-label="Request"><h2>Request</h2><p><code translate="no">${request.method} ${request.path}${
        query !== "" && `?${query}`
      }</code></p>${side(sent)}</section>
<section class="card" aria-label="Response"><h2>Response</h2>${
        response === undefined ? html`<p>No response: the connection was lost.</p>` : side(response)
      }</section></div>
<p class="quiet small">Secrets are redacted.</p>`
    })
}

const requestOf = ({ emulator: { requests }, query }: Visit): LoggedRequest | undefined =>
  requests.list().find(({ id }) => id === Number(query.get("id")))

const side = ({ body, headers }: LoggedMessage): Html =>
  html`<dl>${
    Object.entries(headers).map(([name, value]) => html`<dt>${name}</dt><dd><code translate="no">${value}</code></dd>`)
  }</dl>${body !== "" && html`<pre tabindex="0" translate="no">${body}</pre>`}`
