/** The frame around every page of the console. */
import type { Outgoing } from "../state/index.ts"
import { Html, html } from "./html.ts"
import { icons } from "./icons.ts"
import { projectNameOf } from "./people.ts"
import { styles } from "./styles.ts"
import { consolePath, response, sentences, to, type Visit } from "./visit.ts"

/** Path of the script. */
export const scriptPath = `${consolePath}/console.js`

/** Notice above a page. */
export interface Notice {
  readonly sentence: string
  readonly isBad: boolean
}

const places = (visit: Visit) => {
  const { emulator: { faults, outbox, requests }, platform, project } = visit
  return [
    { page: "", name: "Users", icon: icons.users, count: project.users.size, also: "/user" },
    { page: "/teams", name: "Teams", icon: icons.teams, count: project.teams.size, also: "/team" },
    { page: "/outbox", name: "Emails", icon: icons.mails, count: outbox.list().length, also: undefined },
    ...(platform.rules.payments === "products"
      ? [{
        page: "/payments",
        name: "Payments",
        icon: icons.payments,
        count: project.payments.purchases.length,
        also: undefined
      }]
      : []),
    { page: "/requests", name: "Requests", icon: icons.requests, count: requests.list().length, also: "/request" },
    {
      page: "/conditions",
      name: "Clock and faults",
      icon: icons.conditions,
      count: faults.list().length,
      also: undefined
    },
    { page: "/project", name: "Project", icon: icons.project, count: undefined, also: undefined }
  ]
}

/** Builds the response of a page. */
export const framed = (
  visit: Visit,
  { content, isForApps, notice, page, status = 200, title }: {
    readonly page: string
    readonly title: string
    readonly content: Html
    readonly notice: Notice | undefined
    readonly status?: number
    readonly isForApps: boolean
  }
): Outgoing => {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Latchkey emulator</title>
<style>${new Html(styles)}</style>
<script src="${scriptPath}" defer></script>
</head>
<body>
<header class="side">
<a class="skip" href="#content">Skip to content</a>
<a class="brand" href="${to(visit, "")}"><span aria-hidden="true" translate="no">L</span>Emulator</a>
<nav id="places" data-live aria-label="Console">${
    places(visit).map(({ also, count, icon, name, page: place }) =>
      html`<a id="to-${place.slice(1) || "users"}" href="${to(visit, place)}"${
        (place === page || also === page) && new Html(" aria-current=\"page\"")
      }>${icon}<span>${name}</span> ${count !== undefined && count > 0 && html`<small>${count}</small>`}</a>`
    )
  }</nav>
<div class="foot">${projectChoice(visit, page)}<div id="clock" data-live><div>Emulator time (UTC)</div>${
    time(visit.emulator.clock.now().getTime())
  }</div></div>
</header>
<main id="content" tabindex="-1">
<div id="notice" role="status">${
    notice !== undefined && html`<p class="notice ${notice.isBad && "bad"}">${notice.sentence}</p>`
  }</div>
${content}
</main>
</body>
</html>
`
  return response(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src data:; `
      + `form-action 'self'${isForApps ? " http: https:" : ""}; base-uri 'none'; frame-ancestors 'none'`,
    // with no-referrer, the Origin of the page's own forms would be null
    "referrer-policy": "same-origin"
  }, text)
}

const projectChoice = ({ emulator: { store }, project }: Visit, page: string) =>
  html`<div id="projects" data-live>${
    store.projects.size > 1
    && html`<form method="post" action="${consolePath}${page}" data-auto class="row end"><label>Project <select name="project">${
      [...store.projects.values()].map((each) =>
        html`<option value="${each.id}"${each === project && new Html(" selected")}>${projectNameOf(each)}</option>`
      )
    }</select></label> <button>Show</button></form>`
  }</div>`

/** Returns the notice of the action that redirected to the page. */
export const noticeOf = (query: URLSearchParams): Notice | undefined => {
  const name = query.get("notice") ?? ""
  return Object.hasOwn(sentences, name)
    ? { sentence: sentences[name as keyof typeof sentences], isBad: false }
    : undefined
}

/** Formats a time of the emulator's clock. */
export const time = (millis: number, isDated = true): Html => {
  const iso = new Date(millis).toISOString()
  return html`<time class="number" translate="no" datetime="${iso}" title="${iso.slice(0, 19).replace("T", " ")} UTC">${
    isDated && html`<span class="quiet">${dayOf(millis)}</span> `
  }${iso.slice(11, 19)}</time>`
}

const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Returns the times of a list, each with its date only if the previous one has another date. */
export const datedOnce = (times: ReadonlyArray<number>): ReadonlyArray<Html> =>
  times.map((millis, index) => time(millis, index === 0 || dayOf(times[index - 1]!) !== dayOf(millis)))

/** Builds a form that performs an action of the page that contains it. */
export const actionForm = (
  visit: Visit,
  page: string,
  name: string,
  content: Html,
  query: { readonly [name: string]: string } = {}
): Html =>
  html`<form method="post" action="${
    to(visit, page, query)
  }"><input type="hidden" name="do" value="${name}">${content}</form>`

const maxRows = 100

/** Builds a table with at most 100 rows. */
export const table = <A>(
  id: string,
  rows: ReadonlyArray<A>,
  { columns, empty, row }: {
    readonly columns: ReadonlyArray<string>
    readonly row: (row: A) => Html
    readonly empty: Html
  }
): Html =>
  html`<section class="card flush" id="${id}" data-live aria-label="${id}">${
    rows.length === 0
      ? html`<p class="empty">${empty}</p>`
      : html`<div class="scroll" id="${id}-scroll" tabindex="0" role="region" aria-label="Table of ${id}"><table><thead><tr>${
        columns.map((name) => html`<th scope="col">${name}</th>`)
      }</tr></thead><tbody>${rows.slice(0, maxRows).map(row)}</tbody></table></div>${
        rows.length > maxRows && html`<p class="empty">Showing the first ${maxRows} of ${rows.length}.</p>`
      }`
  }</section>`
