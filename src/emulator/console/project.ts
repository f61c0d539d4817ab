/** Page of a project: the settings that an app needs, the configuration, and a reset. */
import * as Effect from "effect/Effect"
import type { ProjectConfig } from "../state/index.ts"
import { actionForm } from "./frame.ts"
import { html } from "./html.ts"
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

/** `/emulator/project` */
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
          Providers: config.oauthProviders.map(({ id }) => id).join(", ") || undefined
        })
      }</dl></section>
<section class="card" aria-label="Configuration"><h2>Configuration</h2>${
        actionForm(
          visit,
          "/project",
          "configure",
          html`<div class="fields">${names.map((name) => check(name, flags[name], config[name]))}</div>
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
    configure: operate("projects.configure", { notice: "saved", page: "/project" }, ({ projectId }, form) => ({
      projectId,
      config: {
        ...Object.fromEntries(names.map((name) => [name, form.has(name)])),
        domains: (form.get("domains") ?? "").split(/\s+/).filter((line) => line !== "").map(domainOf)
      }
    })),
    reset: operate("state.reset", { notice: "reset", page: "/project" })
  }
}

/** Parses a trusted domain with its handler path, such as `https://app.example.com/handler`. */
const domainOf = (line: string) => {
  const address = /^(https?:\/\/[^/\s]+)(\/\S*)?$/.exec(line)
  if (address === null) {
    throw new Error(`${line} is not the URL of a site. Enter one such as https://app.example.com/handler.`)
  }
  return { domain: address[1]!, handlerPath: address[2] ?? "/handler" }
}
