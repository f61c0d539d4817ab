/** Page of a user: facts, a form that changes them, and buttons to sign in as the user. */
import * as Effect from "effect/Effect"
import { contactChannels, isTrusted, sessions, teams } from "../model/index.ts"
import type { User } from "../state/index.ts"
import { actionForm, table, time } from "./frame.ts"
import { Html, html, type Part } from "./html.ts"
import { chips, group, nameOf, person } from "./people.ts"
import { operate, type Page, to, type Visit } from "./visit.ts"

const userOf = ({ project, query }: Visit): User | undefined => project.users.get(query.get("id") ?? "")

/** The page `/emulator/user?id=`. */
export const user: Page = {
  title: (visit) => {
    const user = userOf(visit)
    return user === undefined ? "User not found" : nameOf(visit.project, user)
  },
  leadsToApps: true,
  content: (visit) =>
    Effect.sync(() => {
      const user = userOf(visit)
      return user === undefined
        ? html`<h1>User not found</h1><p>The user was deleted, or the emulator was reset. <a href="${
          to(visit, "")
        }">All users</a></p>`
        : shown(visit, user)
    }),
  actions: {
    signIn: operate("sessions.link", (link) => ({ site: String(link) })),
    reset: operate("users.sendReset", { notice: "sent", page: "/outbox" }),
    save: operate(
      "users.change",
      { notice: "saved", page: "/user" },
      ({ restrictedByAdminReason, verified, ...fields }) => ({
        ...fields,
        ...(fields["email"] !== null && { verified }),
        ...(fields["restrictedByAdmin"] === true && { restrictedByAdminReason })
      })
    ),
    signOut: operate("users.signOut", { notice: "signedOut", page: "/user" }),
    delete: operate("users.remove", { notice: "deleted", page: "" })
  }
}

/**
 * Returns the URL of the app in development: the origin of the latest request from a trusted page, or the project's
 * first domain. Untrusted origins are skipped, because the form sends a sign-in link to this URL.
 */
const appOf = ({ emulator: { requests }, project }: Visit): string =>
  requests.list().slice(-maxSearched).reverse()
    .map(({ id }) => requests.exchange(id)?.request.headers["origin"])
    .find((origin) => origin !== undefined && isTrusted(project, origin))
    ?? project.config.domains.find(({ domain }) => !domain.includes("*"))?.domain
    ?? "http://localhost:3000"

/** Maximum number of requests to search. */
const maxSearched = 200

const shown = (visit: Visit, user: User): Html => {
  const { platform, project } = visit
  const own = { id: user.id }
  const primary = contactChannels.primaryOf(project, user)
  return html`<div class="head">${person(project, user)}<p class="row">${chips(platform, project, user)}</p></div>
<section class="card" aria-label="Sign in"><h2>Sign in as this user</h2>
<form method="post" action="${to(visit, "/user", own)}" class="row end">
<label>Your app <input type="url" name="url" value="${appOf(visit)}" required></label>
<button class="main" name="do" value="signIn" formtarget="_blank">Sign in as ${nameOf(project, user)}</button>${
    primary !== undefined && html`<button name="do" value="reset">Send a password-reset email</button>`
  }</form>
<p class="quiet small">Opens the app's magic-link page in a new tab. The link works once.</p></section>
<section class="card" aria-label="Profile"><h2>Profile</h2>${
    actionForm(
      visit,
      "/user",
      "save",
      html`<div class="fields">
<label>Name <input name="displayName" value="${user.displayName ?? ""}" autocomplete="off"></label>
<label>Email <input type="email" name="email" value="${primary?.value ?? ""}" autocomplete="off"></label>
<label>New password <input name="password" minlength="8" maxlength="70" autocomplete="off"></label>
${check("verified", "The email address is verified", primary?.isVerified === true)}
${check("restrictedByAdmin", "Restricted by an administrator", user.restrictedByAdmin)}
<label>Reason shown to the user <input name="restrictedByAdminReason" value="${
        user.restrictedByAdminReason ?? ""
      }" autocomplete="off"></label>
<div><button class="main">Save</button></div></div>`,
      own
    )
  }</section>
<section class="card" id="facts" data-live aria-label="Facts"><h2>Facts</h2><dl>${
    facts({
      Id: html`<code translate="no">${user.id}</code>`,
      "Signed up": time(user.signedUpAt),
      "Last active": time(user.lastActiveAt),
      "Email addresses": contactChannels.ofUser(project, user).map(({ isVerified, value }) =>
        html`<div><span translate="no">${value}</span> ${
          !isVerified && html`<span class="chip">not verified</span>`
        }</div>`
      ),
      "Client metadata": json(user.clientMetadata),
      "Read-only metadata": json(user.clientReadOnlyMetadata),
      "Server metadata": json(user.serverMetadata)
    })
  }</dl></section>
${
    table("sessions", sessions.ofUser(project, user.id).toReversed(), {
      columns: ["Session", "Started", "Expires"],
      empty: html`No sessions.`,
      row: ({ createdAt, expiresAt, id }, time) =>
        html`<tr id="${id}"><td><code translate="no">${id}</code></td><td>${time(createdAt)}</td><td>${
          time(expiresAt, "expires")
        }</td></tr>`
    })
  }
${
    table("teams", teams.teamsOf(project, user), {
      columns: ["Team"],
      empty: html`No teams.`,
      row: (team) => html`<tr id="${team.id}"><td>${group(team, to(visit, "/team", { id: team.id }))}</td></tr>`
    })
  }
<details class="card" id="ending"><summary class="bad">Danger zone</summary><div class="row">${
    actionForm(visit, "/user", "signOut", html`<button class="danger">Sign out everywhere</button>`, own)
  }${
    actionForm(visit, "/user", "delete", html`<button class="danger">Delete ${nameOf(project, user)}</button>`, own)
  }</div></details>`
}

/** Builds a checkbox with its label. */
export const check = (name: string, label: string, isOn: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}"${isOn && new Html(" checked")}> ${label}</label>`

/** Builds definition-list entries. Facts without a value are omitted. */
export const facts = (known: { readonly [name: string]: Part }): ReadonlyArray<Html> =>
  Object.entries(known).flatMap(([name, what]) =>
    what === undefined || (Array.isArray(what) && what.length === 0) ? [] : [html`<dt>${name}</dt><dd>${what}</dd>`]
  )

const json = (value: unknown): Html | undefined =>
  value === null || value === undefined || JSON.stringify(value) === "{}"
    ? undefined
    : html`<code translate="no">${JSON.stringify(value)}</code>`
