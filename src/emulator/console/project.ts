/** Page of a project: the settings that an app needs, its name and configuration, and a reset. */
import * as Effect from "effect/Effect"
import { oauthProviderTypes } from "../../../schemas/entities/oauthProviderTypes.ts"
import { providerName } from "../../../schemas/providerNames.ts"
import { permissions } from "../model/index.ts"
import type { OAuthProviderConfig, Project, ProjectConfig } from "../state/index.ts"
import { actionForm } from "./frame.ts"
import { Html, html } from "./html.ts"
import { connection } from "./keys.ts"
import { projectNameOf } from "./people.ts"
import { check } from "./user.ts"
import { operate, type Page } from "./visit.ts"

type BooleanField = { [Field in keyof ProjectConfig]: ProjectConfig[Field] extends boolean ? Field : never }[
  keyof ProjectConfig
]

/** Boolean settings, with their group and label. */
const flags: { readonly [Field in BooleanField]: readonly [group: string, label: string] } = {
  credentialEnabled: ["Sign-in", "Passwords"],
  magicLinkEnabled: ["Sign-in", "Codes and links by email"],
  passkeyEnabled: ["Sign-in", "Passkeys"],
  signUpEnabled: ["Sign-up", "New users can sign up"],
  anonymousSignUpEnabled: ["Sign-up", "Anonymous users"],
  requireEmailVerification: ["Sign-up", "Email verification required"],
  createTeamOnSignUp: ["Sign-up", "Personal team on sign-up"],
  clientTeamCreationEnabled: ["Users and teams", "Users can create teams"],
  clientUserDeletionEnabled: ["Users and teams", "Users can delete their account"],
  allowUserApiKeys: ["Users and teams", "User API keys"],
  allowTeamApiKeys: ["Users and teams", "Team API keys"],
  allowLocalhost: ["Apps", "Trust pages on localhost"],
  requirePublishableClientKey: ["Apps", "Require the publishable client key"]
}

const names = Object.keys(flags) as ReadonlyArray<BooleanField>

const groups = [...new Set(names.map((name) => flags[name][0]))]

/** Outcomes of a sign-in with a provider account whose email address belongs to another user. */
const mergeStrategies: { readonly [Strategy in ProjectConfig["oauthAccountMergeStrategy"]]: string } = {
  link_method: "Sign in to that account",
  raise_error: "Fail with an error",
  allow_duplicates: "Create a second account"
}

/** The page `/emulator/project`. */
export const project: Page = {
  title: ({ project }) => projectNameOf(project),
  content: (visit) =>
    Effect.sync(() => {
      const { project } = visit
      const { config } = project
      return html`<h1 translate="no">${projectNameOf(project)}</h1>
<section class="card" id="connection" data-live aria-label="Keys"><h2>Keys</h2>${connection(visit)}
<p class="quiet">These keys are valid only in this emulator.</p></section>
<section class="card" aria-label="Configuration"><h2>Configuration</h2>${
        actionForm(
          visit,
          "/project",
          "configure",
          html`<label>Name <input name="displayName" required autocomplete="off" value="${project.displayName}"></label>
${
            groups.map((group) =>
              html`<fieldset><legend>${group}</legend><div class="checks">${
                names.filter((name) => flags[name][0] === group).map((name) =>
                  check(name, flags[name][1], config[name])
                )
              }</div></fieldset>`
            )
          }
<fieldset><legend>Providers</legend><div class="checks">${
            providerIds(project).map((id) =>
              option("provider", id, providerName(id), config.oauthProviders.some((each) => each.id === id))
            )
          }</div></fieldset>
<label>If the email address of a provider's account belongs to another user <select name="oauthAccountMergeStrategy">${
            Object.entries(mergeStrategies).map(([strategy, label]) =>
              html`<option value="${strategy}"${
                strategy === config.oauthAccountMergeStrategy && new Html(" selected")
              }>${label}</option>`
            )
          }</select></label>
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
        ...(form.has("displayName") && { displayName: form.get("displayName")?.trim() }),
        config: {
          ...Object.fromEntries(names.map((name) => [name, form.has(name)])),
          ...Object.fromEntries(grants.map(([field]) => [field, form.getAll(field)])),
          ...(form.has("oauthAccountMergeStrategy") && {
            oauthAccountMergeStrategy: form.get("oauthAccountMergeStrategy")
          }),
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

/** Returns a provider's current settings. A newly enabled provider uses the platform's own OAuth app. */
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
