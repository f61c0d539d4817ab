/** Values that users copy: the settings that connect an app to a project. */
import type { Platform, Project } from "../state/index.ts"
import { type Html, html } from "./html.ts"
import type { Visit } from "./visit.ts"

/** Builds a value with a button that copies it. A secret value is shown on request. */
const copyable = (id: string, name: string, value: string, kind: "plain" | "secret" = "plain"): Html => {
  const shown = html`<code id="${id}" translate="no">${value}</code>`
  return html`<span>${
    kind === "plain" ? shown : html`<details id="${id}-value"><summary>Show</summary>${shown}</details>`
  }</span><button type="button" class="copy" data-copies="${id}"><span>Copy</span> <span class="hidden">${name}</span></button>`
}

/** Builds the list of a project's id, URL and keys. */
export const connection = ({ emulator, platform, project }: Visit): Html => {
  const key = keyOf(platform, project)
  const values: ReadonlyArray<readonly [id: string, name: string, value: string | undefined, kind?: "secret"]> = [
    ["project-id", "Project id", project.id],
    ["project-url", "URL", emulator.baseUrl],
    ["key-client", "Publishable client key", key("client")],
    ["key-server", "Secret server key", key("server"), "secret"],
    ["key-admin", "Super secret admin key", key("admin"), "secret"]
  ]
  return html`<dl class="values">${
    values.map(([id, name, value, kind]) =>
      html`<div><dt>${name}</dt><dd>${value === undefined ? "none" : copyable(id, name, value, kind)}</dd></div>`
    )
  }</dl><p class="hidden" id="copied" role="status"></p>`
}

/** Returns a function that finds the project's first valid key of a level. */
const keyOf = ({ now }: Platform, { keySets }: Project) => (level: "client" | "server" | "admin"): string | undefined =>
  keySets.find(({ expiresAt, keys, revokedAt }) => revokedAt === null && expiresAt > now() && keys[level] !== undefined)
    ?.keys[level]
