/** A team, its members, and a form for one more. */
import * as Effect from "effect/Effect"
import type { Team } from "../state/index.ts"
import { act, table } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { addressOf, nameOf, person } from "./people.ts"
import { type Action, ask, type Page, Refused, to, type Visit } from "./visit.ts"

const teamOf = ({ project, query }: Visit): Team | undefined => project.teams.get(query.get("id") ?? "")

/** What is done to the team that the address names. */
const withTeam =
  (what: (visit: Visit, team: Team, form: URLSearchParams) => ReturnType<Action>): Action => (visit, form) => {
    const team = teamOf(visit)
    return team === undefined ? new Refused({ sentence: "The team is gone." }) : what(visit, team, form)
  }

/** `/emulator/team?id=` */
export const team: Page = {
  title: (visit) => teamOf(visit)?.displayName ?? "No such team",
  content: (visit) =>
    Effect.sync(() => {
      const team = teamOf(visit)
      return team === undefined
        ? html`<h1>No such team</h1><p>It was deleted, or the platform was reset. <a href="${
          to(visit, "/teams")
        }">All teams</a></p>`
        : shown(visit, team)
    }),
  actions: {
    save: withTeam((visit, { id }, form) =>
      Effect.as(ask(visit, "PATCH", `/teams/${id}`, { display_name: form.get("name") }), {
        said: "saved",
        page: "/team",
        query: { id }
      })
    ),
    join: withTeam((visit, { id }, form) => {
      const wanted = form.get("user")?.trim().toLowerCase() ?? ""
      const user = visit.project.users.get(wanted)
        ?? visit.project.usersInOrder.find((user) => addressOf(visit.project, user) === wanted)
      return user === undefined
        ? new Refused({ sentence: `Nobody has the address or id ${wanted}. Add the user first.` })
        : Effect.as(ask(visit, "POST", `/team-memberships/${id}/${user.id}`, {}), {
          said: "added",
          page: "/team",
          query: { id }
        })
    }),
    leave: withTeam((visit, { id }, form) =>
      Effect.as(ask(visit, "DELETE", `/team-memberships/${id}/${form.get("user")}`), {
        said: "deleted",
        page: "/team",
        query: { id }
      })
    ),
    delete: withTeam((visit, { id }) =>
      Effect.as(ask(visit, "DELETE", `/teams/${id}`), { said: "deleted", page: "/teams" })
    )
  }
}

const shown = (visit: Visit, team: Team): Html => {
  const { project } = visit
  const own = { id: team.id }
  const members = [...team.memberIds].flatMap((id) => project.users.get(id) ?? [])
  return html`<div class="head"><h1>${team.displayName}</h1><code class="quiet">${team.id}</code></div>
<section class="card" aria-label="Change">${
    act(
      visit,
      "/team",
      "save",
      html`<div class="row end"><label>Name <input name="name" value="${team.displayName}" required autocomplete="off"></label> <button>Save</button></div>`,
      own
    )
  }${
    act(
      visit,
      "/team",
      "join",
      html`<div class="row end"><label>Address or id of a user <input name="user" list="people" required autocomplete="off"></label> <button>Add member</button></div>
<datalist id="people">${
        project.usersInOrder.slice(-100).map((user) => html`<option>${addressOf(project, user) ?? user.id}</option>`)
      }</datalist>`,
      own
    )
  }</section>
${
    table("members", members, {
      columns: ["Member", "Change"],
      empty: html`Nobody is in this team.`,
      row: (user) =>
        html`<tr id="row-${user.id}"><td>${person(project, user, to(visit, "/user", { id: user.id }))}</td><td>${
          act(
            visit,
            "/team",
            "leave",
            html`<button name="user" value="${user.id}" aria-label="Take ${
              nameOf(project, user)
            } out">Take out</button>`,
            own
          )
        }</td></tr>`
    })
  }
<details class="card" id="ending"><summary class="bad">End</summary>${
    act(visit, "/team", "delete", html`<button class="danger">Delete ${team.displayName}</button>`, own)
  }</details>`
}
