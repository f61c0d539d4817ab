/** Page of a project: the settings that an app needs, the configuration, and a reset. */
import * as Effect from "effect/Effect"
import { oauthProviderTypes } from "../../../schemas/entities/Project.ts"
import { providerName } from "../../../schemas/providerNames.ts"
import { permissions } from "../model/index.ts"
import type { OAuthProviderConfig, Project, ProjectConfig } from "../state/index.ts"
import { actionForm } from "./frame.ts"
import { Html, html } from "./html.ts"
import { projectNameOf } from "./people.ts"
import { check, facts } from "./user.ts"
import { operate, type Page } from "./visit.ts"

/** Boolean settings, with their labels. */
const flags = {
  signUpEnabled: "Sign-up",
  credentialEnabled: "Passwords",
  magicLinkEnabled: "Sign-in codes and links by email",
  passkeyEnabled: "Passkeys",
  requireEmailVerification: "Email verification required",
  anonymousSignUpEnabled: "Anonymous users",
  clientTeamCreationEnabled: "Users can create teams",
  createTeamOnSignUp: "Personal team on sign-up",
  clientUserDeletionEnabled: "Users can delete their account",
  allowUserApiKeys: "User API keys",
  allowTeamApiKeys: "Team API keys",
  allowLocalhost: "Trust pages on localhost"
} as const satisfies { readonly [Field in keyof ProjectConfig]?: string }

type Flag = keyof typeof flags

const names = Object.keys(flags) as ReadonlyArray<Flag>

/** The page `/emulator/project`. */
export const project: Page = {
  title: ({ project }) => projectNameOf(project),
  content: (visit) =>
    Effect.sync(() => {
      const { emulator, project } = visit
      const { config, id, keySets } = project
      const client = keySets.find(({ keys, revokedAt }) => revokedAt === null && keys.client !== undefined)
      return html`<h1 translate="no">${projectNameOf(project)}</h1>
<section class="card" aria-label="For an app"><h2>For an app</h2><dl>${
        facts({
          "Project id": html`<code translate="no">${id}</code>`,
          URL: html`<code translate="no">${emulator.baseUrl}</code>`,
          "Publishable client key": client === undefined
            ? "none"
            : html`<span class="quiet">printed by <code translate="no">latchkey emulator</code>, like the secret keys</span>`,
          "Trusted domains": config.domains.map(({ domain, handlerPath }) =>
            html`<div><code translate="no">${domain}${handlerPath}</code></div>`
          ),
          Providers: config.oauthProviders.map(({ id }) => providerName(id)).join(", ") || undefined
        })
      }</dl></section>
<section class="card" aria-label="Configuration"><h2>Configuration</h2>${
        actionForm(
          visit,
          "/project",
          "configure",
          html`<div class="fields">${names.map((name) => check(name, flags[name], config[name]))}</div>
<fieldset><legend>Providers</legend><div class="checks">${
            providerIds(project).map((id) =>
              option("provider", id, providerName(id), config.oauthProviders.some((each) => each.id === id))
            )
          }</div></fieldset>
${grants.map(([field, scope, legend]) => permissionsOf(project, field, scope, legend))}
<label>Trusted domains, one per line <textarea name="domains" rows="3">${
            config.domains.map(({ domain, handlerPath }) => `${domain}${handlerPath}`).join("\n")
          }</textarea></label>
<div><button class="main">Save</button></div>`
        )
      }</section>
<details class="card" id="ending"><summary class="bad">Reset</summary><p>Deletes the users, sessions, teams, codes, emails, requests
and faults of all projects, and restores the users of the seed. Projects, their settings and the clock don't change.</p>${
        actionForm(visit, "/project", "reset", html`<button class="danger">Reset the emulator</button>`)
      }</details>`
    }),
  actions: {
    configure: (visit, form) =>
      operate("projects.configure", { notice: "saved", page: "/project" }, ({ projectId }) => ({
        projectId,
        config: {
          ...Object.fromEntries(names.map((name) => [name, form.has(name)])),
          ...Object.fromEntries(grants.map(([field]) => [field, form.getAll(field)])),
          oauthProviders: form.getAll("provider").map((id) => providerOf(visit.project, id)),
          domains: (form.get("domains") ?? "").split(/\s+/).filter((line) => line !== "").map(domainOf)
        }
      }))(visit, form),
    reset: operate("state.reset", { notice: "reset", page: "/project" })
  }
}

/** Lists of permissions in the configuration, with their scope and label. */
const grants = [
  ["teamMemberDefaultPermissions", "team", "Permissions of new team members"],
  ["teamCreatorDefaultPermissions", "team", "Permissions of team creators"],
  ["userDefaultPermissions", "project", "Permissions of new users"]
] as const

type Grant = typeof grants[number]

const permissionsOf = (project: Project, field: Grant[0], scope: Grant[1], legend: string): Html | undefined => {
  const defined = permissions.definitionsIn(project, scope)
  return defined.length === 0
    ? undefined
    : html`<fieldset><legend>${legend}</legend><div class="checks">${
      defined.map(({ id }) => option(field, id, id, project.config[field].includes(id)))
    }</div></fieldset>`
}

/** A checkbox in a list. */
const option = (name: string, value: string, label: string, isOn: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${
    isOn && new Html(" checked")
  }> <span translate="no">${label}</span></label>`

/** The providers of the platform, and those of the project. */
const providerIds = ({ config }: Project): ReadonlyArray<string> => [
  ...new Set([...oauthProviderTypes, ...config.oauthProviders.map(({ id }) => id)])
]

/** Keeps a provider's settings. A provider that is switched on uses the platform's own OAuth app. */
const providerOf = ({ config }: Project, id: string): OAuthProviderConfig =>
  config.oauthProviders.find((each) => each.id === id) ?? { id, type: "shared" }

/** Parses a trusted domain with its handler path, such as `https://app.example.com/handler`. */
const domainOf = (line: string) => {
  const address = /^(https?:\/\/[^/\s]+)(\/\S*)?$/.exec(line)
  if (address === null) {
    throw new Error(`${line} is not the URL of a site. Enter one such as https://app.example.com/handler.`)
  }
  return { domain: address[1]!, handlerPath: address[2] ?? "/handler" }
}
