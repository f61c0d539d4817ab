/** The environment variables that programs and the command read. */
import { namesOf } from "../../../../layers/call/environment.ts"
import type { GeneratedPage } from "./generatedPage.ts"
import { code, table } from "./words.ts"

type Setting = Parameters<typeof namesOf>[0]

const settings: { readonly [Name in Setting]: string } = {
  projectId: "The project.",
  publishableClientKey: "The key that pages may have. Sent with calls at client level.",
  secretServerKey: "The key of back ends. Never give it a name that a bundler shows to pages.",
  superSecretAdminKey: "The key of dashboards. Never give it a name that a bundler shows to pages.",
  baseUrl: "Where the platform is, without `/api/v1`.",
  baseUrlBrowser: "The same, for pages alone.",
  baseUrlServer: "The same, for servers alone.",
  extraRequestHeaders: "Headers that go with every request, as a JSON object of texts."
}

export const environmentPage = (): GeneratedPage => ({
  name: "environment",
  title: "Environment variables",
  description: "The names under which each setting is looked for, the first one that is set counts.",
  group: "Settings",
  content: [
    "# Environment variables",
    "Each setting can be given as an option, or in the environment. An option counts before the environment, and of the "
    + "names of a setting the first one that is set.",
    table(
      ["Option", "Names, in their order", ""],
      (Object.keys(settings) as Array<Setting>).map((name) => [
        code(name),
        namesOf(name).map(code).join(", "),
        settings[name]
      ])
    )
  ].join("\n\n")
})
