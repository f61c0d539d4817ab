/** Users and teams in the console's lists. */
import { hueOf, initialOf, visibleName } from "../../../schemas/entities/names.ts"
import { contactChannels, restrictionOf } from "../model/index.ts"
import type { Platform, Project, Team, User } from "../state/index.ts"
import { type Html, html } from "./html.ts"

/** Returns a user's display name, or the email address if the name has no visible characters. */
export const nameOf = (project: Project, user: User): string =>
  visibleName(user.displayName) ?? addressOf(project, user) ?? (user.isAnonymous ? "Anonymous" : "No name")

/** Returns a project's display name, or the id if the name has no visible characters. */
export const projectNameOf = ({ displayName, id }: Pick<Project, "displayName" | "id">): string =>
  visibleName(displayName) ?? id

/** Returns a user's primary email address. */
export const addressOf = (project: Project, user: User): string | undefined =>
  contactChannels.primaryOf(project, user)?.value

/** Returns a team's display name, or a placeholder if the name has no visible characters. */
export const teamNameOf = ({ displayName }: Team): string => visibleName(displayName) ?? "Team without a name"

const avatar = (id: string, name: string, shape = ""): Html =>
  html`<span class="avatar ${shape}" style="--hue:${hueOf(id)}" aria-hidden="true" translate="no">${
    initialOf(name)
  }</span>`

/** Builds a user's avatar, name and address. Without an `href`, the name is the page's heading. */
export const person = (project: Project, user: User, href?: string): Html => {
  const [name, address] = [nameOf(project, user), addressOf(project, user)]
  return html`<div class="who">${avatar(user.id, name)}<div>${
    href === undefined
      ? html`<h1 translate="no">${name}</h1>`
      : html`<a id="user-${user.id}" href="${href}" translate="no">${name}</a>`
  }${address !== name && html`<div class="quiet small" translate="no">${address ?? user.id}</div>`}</div></div>`
}

/** Builds a team's avatar and name. */
export const group = (team: Team, href: string): Html =>
  html`<div class="who">${
    avatar(team.id, teamNameOf(team), "team")
  }<div><a id="team-${team.id}" href="${href}" translate="no">${teamNameOf(team)}</a></div></div>`

const restrictions = {
  anonymous: "restricted: anonymous",
  email_not_verified: "restricted: email not verified",
  restricted_by_administrator: "restricted by an administrator"
} as const

/** Builds the chips that describe a user. */
export const chips = (platform: Platform, project: Project, user: User): ReadonlyArray<Html> => {
  const restriction = restrictionOf(platform, project, user)
  return [
    ...(user.isAnonymous ? [html`<span class="chip">anonymous</span>`] : []),
    ...(restriction === undefined ? [] : [html`<span class="chip bad">${restrictions[restriction]}</span>`]),
    ...(user.passwordHash === null ? [] : [html`<span class="chip">password</span>`]),
    ...(user.passkey === null ? [] : [html`<span class="chip">passkey</span>`]),
    ...user.oauthAccounts.map(({ providerId }) => html`<span class="chip">${providerId}</span>`),
    ...(user.requiresTotpMfa ? [html`<span class="chip">MFA</span>`] : [])
  ]
}
