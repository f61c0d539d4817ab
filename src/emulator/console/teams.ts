/** Page of a project's teams, newest first, with a form that adds one. */
import * as Effect from "effect/Effect"
import { actionForm, table } from "./frame.ts"
import { html } from "./html.ts"
import { group } from "./people.ts"
import { operate, type Page, to } from "./visit.ts"

/** The page `/emulator/teams`. */
export const teams: Page = {
  title: () => "Teams",
  content: (visit) =>
    Effect.sync(() =>
      html`<h1>Teams</h1>
<div class="bar"><details class="adding" id="adding"><summary class="button main">Add a team</summary><div class="card">${
        actionForm(
          visit,
          "/teams",
          "add",
          html`<div class="row end"><label>Name <input name="displayName" required autocomplete="off"></label> <button class="main">Add team</button></div>`
        )
      }</div></details></div>
${
        table("teams", [...visit.project.teams.values()].reverse(), {
          columns: ["Team", "Members", "Invited", "Created"],
          empty: html`No teams yet.`,
          row: (team, time) =>
            html`<tr id="row-${team.id}"><td>${
              group(team, to(visit, "/team", { id: team.id }))
            }</td><td class="number">${team.memberIds.size}</td><td class="number">${team.invitationIds.size}</td><td>${
              time(team.createdAt)
            }</td></tr>`
        })
      }`
    ),
  actions: {
    add: operate("teams.add", { notice: "added", page: "/teams" })
  }
}
