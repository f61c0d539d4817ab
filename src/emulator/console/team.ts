/** A team, its members, and a form for one more. */
import * as Effect from "effect/Effect"
import type { TeamControl, TeamWanted } from "../server/index.ts"
import type { Team } from "../state/index.ts"
import { act, table } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { addressOf, nameOf, person, teamNameOf } from "./people.ts"
import { type Action, attempt, type Page, type Said, to, type Visit } from "./visit.ts"

const teamOf = ({ project, query }: Visit): Team | undefined => project.teams.get(query.get("id") ?? "")

/** Does something to the team that the address names. */
const change = (
  said: Said,
  what: (teams: TeamControl, wanted: TeamWanted, form: URLSearchParams) => Promise<void>
): Action =>
({ emulator, project, query }, form) => {
  const id = query.get("id") ?? ""
  return Effect.map(
    attempt(() => what(emulator.teams, { team: id, projectId: project.id }, form)),
    () => project.teams.has(id) ? { said, page: "/team", query: { id } } : { said, page: "/teams" }
  )
}

/** `/emulator/team?id=` */
export const team: Page = {
  title: (visit) => {
    const team = teamOf(visit)
    return team === undefined ? "No such team" : teamNameOf(team)
  },
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
    save: change("saved", (teams, wanted, form) => teams.change({ ...wanted, displayName: form.get("name") ?? "" })),
    join: change(
      "added",
      (teams, wanted, form) => teams.addMember({ ...wanted, user: form.get("user")?.trim() ?? "" })
    ),
    leave: change("deleted", (teams, wanted, form) => teams.removeMember({ ...wanted, user: form.get("user") ?? "" })),
    delete: change("deleted", (teams, wanted) => teams.remove(wanted))
  }
}

const shown = (visit: Visit, team: Team): Html => {
  const { project } = visit
  const own = { id: team.id }
  const members = [...team.memberIds].flatMap((id) => project.users.get(id) ?? [])
  return html`<div class="head"><h1 translate="no">${
    teamNameOf(team)
  }</h1><code class="quiet" translate="no">${team.id}</code></div>
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
<details class="card" id="ending"><summary class="bad">Danger zone</summary>${
    act(visit, "/team", "delete", html`<button class="danger">Delete ${teamNameOf(team)}</button>`, own)
  }</details>`
}
