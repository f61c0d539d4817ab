/** Page of a project's users, newest first, with a search and a form that adds a user. */
import * as Effect from "effect/Effect"
import type { User } from "../state/index.ts"
import { actionForm, table } from "./frame.ts"
import { html } from "./html.ts"
import { addressOf, chips, nameOf, person } from "./people.ts"
import { operate, type Page, to, type Visit } from "./visit.ts"

/** The page `/emulator?q=`. */
export const users: Page = {
  title: () => "Users",
  content: (visit) =>
    Effect.sync(() => {
      const { platform, project, query } = visit
      const wanted = query.get("q")?.trim().toLowerCase() ?? ""
      const found = project.usersInOrder.filter((user) => matches(visit, user, wanted)).reverse()
      return html`<h1>Users</h1>
<div class="bar"><details class="adding" id="adding"><summary class="button main">Add a user</summary><div class="card">${
        actionForm(
          visit,
          "",
          "add",
          html`<div class="fields">
<label>Email <input type="email" name="email" required autocomplete="off"></label>
<label>Name <input name="displayName" autocomplete="off"></label>
<label>Password <input name="password" minlength="8" maxlength="70" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" checked> The email address is verified</label>
<div><button class="main">Add user</button></div></div>`
        )
      }</div></details>
<form role="search" method="post" action="${
        to(visit, "")
      }" class="row"><input type="search" name="q" value="${wanted}" aria-label="Name, email or id" placeholder="Name, email or id"></form></div>
${
        table("users", found, {
          columns: ["User", "About", "Signed up", "Last active"],
          empty: wanted === ""
            ? html`No users yet. Add a user, or sign up in your app.`
            : html`No users match “${wanted}”.`,
          row: (user, time) =>
            html`<tr id="row-${user.id}"><td>${person(project, user, to(visit, "/user", { id: user.id }))}</td><td>${
              chips(platform, project, user).flatMap((mark) => [mark, " "])
            }</td><td>${time(user.signedUpAt)}</td><td>${time(user.lastActiveAt, "active")}</td></tr>`
        })
      }`
    }),
  actions: {
    add: operate("users.add", { notice: "added", page: "" })
  }
}

const matches = ({ project }: Visit, user: User, wanted: string): boolean =>
  wanted === ""
  || [user.id, nameOf(project, user), addressOf(project, user) ?? ""].some((text) =>
    text.toLowerCase().includes(wanted)
  )
