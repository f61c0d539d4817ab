/** Generates the page of the environment variables. */
import { namesOf } from "../../../../layers/environment/environment.ts"
import type { GeneratedPage } from "./generatedPage.ts"
import { code, table } from "./words.ts"

type Setting = Parameters<typeof namesOf>[0]

const settings: { readonly [Name in Setting]: string } = {
  projectId: "Project id.",
  publishableClientKey: "Publishable key, which pages may contain. Sent with client-level calls.",
  secretServerKey: "Secret key of back ends. Never give it a name that a bundler exposes to pages.",
  superSecretAdminKey: "Secret key of dashboards. Never give it a name that a bundler exposes to pages.",
  baseUrl: "Base URL of the platform, without `/api/v1`.",
  baseUrlBrowser: "Base URL for pages only.",
  baseUrlServer: "Base URL for servers only.",
  extraRequestHeaders: "Headers sent with every request, as a JSON object of strings."
}

export const environmentPage = (): GeneratedPage => ({
  name: "environment",
  title: "Environment variables",
  description: "Environment variables for each setting, in order of precedence.",
  group: "Settings",
  content: [
    "# Environment variables",
    "Set each setting as an option or in the environment. An option takes precedence over the environment. If several "
    + "names of a setting are set, the first one in the table counts.",
    table(
      ["Option", "Names, in order of precedence", ""],
      (Object.keys(settings) as Array<Setting>).map((name) => [
        code(name),
        namesOf(name).map(code).join(", "),
        settings[name]
      ])
    )
  ].join("\n\n")
})
