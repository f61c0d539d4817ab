/** Page of a team: its name, its members, and a form that adds a member. */
import * as Effect from "effect/Effect"
import type { Team } from "../state/index.ts"
import { actionForm, table } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { addressOf, nameOf, person, teamNameOf } from "./people.ts"
import { operate, type Page, to, type Visit } from "./visit.ts"

const teamOf = ({ project, query }: Visit): Team | undefined => project.teams.get(query.get("id") ?? "")

/** The page `/emulator/team?id=`. */
export const team: Page = {
  title: (visit) => {
    const team = teamOf(visit)
    return team === undefined ? "Team not found" : teamNameOf(team)
  },
  content: (visit) =>
    Effect.sync(() => {
      const team = teamOf(visit)
      return team === undefined
        ? html`<h1>Team not found</h1><p>The team was deleted, or the emulator was reset. <a href="${
          to(visit, "/teams")
        }">All teams</a></p>`
        : shown(visit, team)
    }),
  actions: {
    save: operate("teams.change", { notice: "saved", page: "/team" }),
    join: operate("teams.addMember", { notice: "added", page: "/team" }),
    leave: operate("teams.removeMember", { notice: "deleted", page: "/team" }),
    delete: operate("teams.remove", { notice: "deleted", page: "/teams" })
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
    actionForm(
      visit,
      "/team",
      "save",
      html`<div class="row end"><label>Name <input name="displayName" value="${team.displayName}" required autocomplete="off"></label> <button>Save</button></div>`,
      own
    )
  }${
    actionForm(
      visit,
      "/team",
      "join",
      html`<div class="row end"><label>Email or id of a user <input name="user" list="people" required autocomplete="off"></label> <button>Add member</button></div>
<datalist id="people">${
        project.usersInOrder.slice(-100).map((user) => html`<option>${addressOf(project, user) ?? user.id}</option>`)
      }</datalist>`,
      own
    )
  }</section>
${
    table("members", members, {
      columns: ["Member", "Action"],
      empty: html`This team has no members.`,
      row: (user) =>
        html`<tr id="row-${user.id}"><td>${person(project, user, to(visit, "/user", { id: user.id }))}</td><td>${
          actionForm(
            visit,
            "/team",
            "leave",
            html`<button name="user" value="${user.id}" aria-label="Remove ${nameOf(project, user)}">Remove</button>`,
            own
          )
        }</td></tr>`
    })
  }
<details class="card" id="ending"><summary class="bad">Danger zone</summary>${
    actionForm(visit, "/team", "delete", html`<button class="danger">Delete ${teamNameOf(team)}</button>`, own)
  }</details>`
}
