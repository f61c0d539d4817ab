/** Pages for people: the outbox with links that work, and what is going on. No token, key or hash is shown. */
import { contactChannels } from "../model/index.ts"
import type { Mail, Outgoing, Project, Session, Team, User } from "../state/index.ts"
import type { EmulatorHandle } from "./emulatorHandle.ts"
import type { LoggedRequest } from "./requestLog.ts"

/** Where the pages are. */
export const pagesPath = "/emulator"

/** Rows of a table at most. The rest is counted. */
const mostRows = 100

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; }
nav a { margin-inline-end: 1rem; } nav a[aria-current] { font-weight: 600; text-decoration: none; color: inherit; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-block: 2rem .5rem; } h3 { font-size: 1rem; margin-block: 1.5rem .25rem; }
a { color: light-dark(#0b57d0, #8ab4f8); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; border-radius: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: start; padding: .375rem .75rem .375rem 0; vertical-align: top; overflow-wrap: anywhere;
  border-bottom: 1px solid light-dark(#d5d8dc, #3c4043); }
th { font-weight: 600; } .scroll { overflow-x: auto; } .quiet { color: light-dark(#5f6368, #a5abb2); }
article { border: 1px solid light-dark(#d5d8dc, #3c4043); border-radius: .5rem; padding: .25rem 1rem 1rem; margin-block: 1rem; }
article h2 { margin-block: .75rem .25rem; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
input { font: inherit; padding: .25rem .5rem; } button { font: inherit; }
.bad { color: light-dark(#b3261e, #f2b8b5); }`

const escapes: { readonly [char: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

/** Text with everything in it that HTML would take for itself made harmless. */
const text = (value: string): string => value.replace(/[&<>"']/g, (char) => escapes[char]!)

const page = (title: string, at: string, content: string): Outgoing => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    // with less, a form of the page would not say that it is ours
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff"
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${text(title)} · Latchkey emulator</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body>
<nav aria-label="Pages">${link("", "Overview", at)}${link("/outbox", "Outbox", at)}</nav>
<main><h1>${text(title)}</h1>${content}</main></body></html>`
})

const link = (path: string, name: string, at: string): string =>
  `<a href="${pagesPath}${path}"${path === at ? " aria-current=\"page\"" : ""}>${name}</a>`

const time = (millis: number): string => {
  const iso = new Date(millis).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`
}

/** The mails, newest first. */
export const outboxPage = (mails: ReadonlyArray<Mail>, address: string | null): Outgoing => {
  const search = `<form role="search" method="post"><label>Mails to <input type="email" name="address" value="${
    text(address ?? "")
  }" autocomplete="off"></label> <button>Show</button></form>`
  const shown = mails.slice(-mostRows).reverse()
  return page(
    "Outbox",
    "/outbox",
    search + (shown.length === 0
      ? `<p>No mail ${address ? `to ${text(address)} ` : ""}yet. Mails that the platform sends appear here.</p>`
      : shown.map(mailArticle).join("") + rest(mails.length))
  )
}

const mailArticle = (mail: Mail): string =>
  `<article><h2>${text(mail.subject)}</h2><p class="quiet">To <a href="${pagesPath}/outbox?address=${
    encodeURIComponent(mail.to)
  }">${text(mail.to)}</a> · ${text(mail.kind)} · ${time(mail.sentAt.getTime())} UTC</p><pre>${
    linked(mail.text)
  }</pre></article>`

/** Text with its web addresses as links. */
const linked = (body: string): string =>
  body.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 0 ? text(part) : `<a href="${text(part)}" rel="noreferrer">${text(part)}</a>`
  ).join("")

const rest = (count: number): string =>
  count > mostRows ? `<p class="quiet">The newest ${mostRows} of ${count} are shown.</p>` : ""

interface Column<A> {
  readonly name: string
  /** HTML. */
  readonly cell: (row: A) => string
}

/** The newest rows, newest first. */
const table = <A>(
  heading: "h2" | "h3",
  name: string,
  rows: ReadonlyArray<A>,
  columns: ReadonlyArray<Column<A>>
): string =>
  `<${heading}>${name}</${heading}>` + (rows.length === 0
    ? `<p class="quiet">None.</p>`
    : `<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table><thead><tr>${
      columns.map((column) => `<th scope="col">${column.name}</th>`).join("")
    }</tr></thead><tbody>${
      rows.slice(-mostRows).reverse().map((row) =>
        `<tr>${columns.map(({ cell }) => `<td>${cell(row)}</td>`).join("")}</tr>`
      ).join("")
    }</tbody></table></div>${rest(rows.length)}`)

/** Projects with their users, sessions and teams, and the requests with what came of them. */
export const overviewPage = ({ clock, requests, store }: EmulatorHandle): Outgoing =>
  page(
    "Overview",
    "",
    `<p>The platform's time is ${time(clock.now().getTime())} UTC.</p>`
      + table("h2", "Requests", requests.list(), requestColumns)
      + [...store.projects.values()].reverse().map(projectSection).join("")
  )

const requestColumns: ReadonlyArray<Column<LoggedRequest>> = [
  { name: "Time", cell: ({ at }) => time(at.getTime()) },
  { name: "Request", cell: ({ method, path }) => text(`${method} ${path}`) },
  { name: "Level", cell: ({ level = "" }) => text(level) },
  { name: "Outcome", cell: outcome }
]

function outcome({ errorCode, faulty, status }: LoggedRequest): string {
  const parts = [status === undefined ? "connection lost" : String(status), errorCode, faulty ? "(fault)" : undefined]
  const words = text(parts.filter((part) => part !== undefined).join(" "))
  return status === undefined || status >= 400 ? `<span class="bad">${words}</span>` : words
}

const projectSection = (project: Project): string =>
  `<section aria-label="${text(project.displayName)}"><h2>Project “${text(project.displayName)}”</h2><p class="quiet">${
    text(project.id)
  }</p>${table("h3", "Users", project.usersInOrder, userColumns(project))}${
    table("h3", "Sessions", [...project.sessions.values()], sessionColumns(project))
  }${table("h3", "Teams", [...project.teams.values()], teamColumns)}</section>`

const addressOf = (project: Project, user: User): string =>
  contactChannels.primaryOf(project, user)?.value ?? (user.isAnonymous ? "anonymous" : "no address")

const userColumns = (project: Project): ReadonlyArray<Column<User>> => [
  { name: "User", cell: (user) => text(addressOf(project, user)) },
  { name: "Name", cell: ({ displayName }) => text(displayName ?? "") },
  { name: "Id", cell: ({ id }) => text(id) },
  { name: "Signed up", cell: ({ signedUpAt }) => time(signedUpAt) }
]

const sessionColumns = (project: Project): ReadonlyArray<Column<Session>> => [
  {
    name: "User",
    cell: ({ userId }) => {
      const user = project.users.get(userId)
      return text(user === undefined ? userId : addressOf(project, user))
    }
  },
  { name: "Id", cell: ({ id }) => text(id) },
  { name: "Since", cell: ({ createdAt }) => time(createdAt) },
  { name: "Until", cell: ({ expiresAt }) => time(expiresAt) }
]

const teamColumns: ReadonlyArray<Column<Team>> = [
  { name: "Team", cell: ({ displayName }) => text(displayName) },
  { name: "Id", cell: ({ id }) => text(id) },
  { name: "Since", cell: ({ createdAt }) => time(createdAt) }
]
