/** Tasks of the guides, which continue a quick start. Strangers did them in their second and third hour. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { root } from "../bench/dist.ts"
import {
  asShown,
  callsApi,
  enablesGithub,
  invitesAndSwitches,
  showsEditButton,
  showsOwnForm,
  signsInWithGithub,
  speaksGerman
} from "./claims.ts"
import { isInit, sectionOf, type Step, stepsOf, waysOf } from "./steps.ts"
import { serves } from "./terminals.ts"

const app = "http://localhost:5173/"

/** A task: a section of a page, and what works after its steps. */
export interface Task {
  readonly page: string
  readonly heading: string
  /** Quick start whose project the task continues. @default "vite" */
  readonly begins?: "vitest"
  /** Section of the page whose steps come first. Its servers keep running. */
  readonly after?: string
  readonly claim: () => Promise<void>
}

export const tasks: { readonly [name: string]: Task } = {
  "call-an-api": {
    page: "docs/guides/call-your-own-api.md",
    heading: "Step by step",
    claim: callsApi(app, "http://localhost:3000/api/notes")
  },
  "team-roles": { page: "docs/guides/teams.md", heading: "Step by step", claim: showsEditButton(app) },
  github: {
    page: "docs/guides/features-while-developing.md",
    heading: "GitHub sign-in",
    claim: async () => {
      await enablesGithub("http://127.0.0.1:8102/emulator/project")
      await signsInWithGithub(app)()
    }
  },
  "github-seed": {
    page: "docs/guides/features-while-developing.md",
    after: "GitHub sign-in",
    heading: "GitHub sign-in with a seed",
    claim: signsInWithGithub(app)
  },
  "translate-and-theme": {
    page: "docs/guides/theming-and-texts.md",
    heading: "Step by step",
    claim: speaksGerman(app)
  },
  "invite-and-switch": {
    page: "docs/guides/teams.md",
    heading: "Invite and switch, step by step",
    claim: invitesAndSwitches(app, "http://127.0.0.1:8102/emulator/outbox.json")
  },
  "own-form": { page: "docs/guides/headless.md", heading: "Step by step", claim: showsOwnForm(app) },
  "team-permissions": { page: "docs/guides/teams.md", heading: "Test it", begins: "vitest", claim: asShown },
  "api-keys": { page: "docs/guides/api-keys.md", heading: "Test it", begins: "vitest", claim: asShown },
  "long-session": { page: "docs/guides/sessions.md", heading: "Test it", begins: "vitest", claim: asShown },
  "upload-of-a-person": { page: "docs/guides/persons-scope.md", heading: "Test it", begins: "vitest", claim: asShown },
  "sell-a-plan": { page: "docs/guides/payments.md", heading: "Test it", begins: "vitest", claim: asShown },
  "typed-metadata": { page: "docs/guides/metadata.md", heading: "Test it", begins: "vitest", claim: asShown },
  "recent-sign-in": {
    page: "docs/guides/back-ends.md",
    heading: "Test it",
    begins: "vitest",
    claim: asShown
  },
  "two-accounts": { page: "docs/guides/several-accounts.md", heading: "Test it", begins: "vitest", claim: asShown },
  "why-signed-out": { page: "docs/guides/why-signed-out.md", heading: "Test it", begins: "vitest", claim: asShown },
  "bug-to-test": { page: "docs/guides/bug-reports.md", heading: "Step by step", begins: "vitest", claim: asShown },
  "own-retry-policy": { page: "docs/guides/retry-policies.md", heading: "Test it", begins: "vitest", claim: asShown },
  "move-a-tool": { page: "docs/guides/migrate.md", heading: "Test it", begins: "vitest", claim: asShown },
  deploy: { page: "docs/guides/production.md", heading: "Test it", begins: "vitest", claim: asShown },
  "errors-of-calls": { page: "docs/guides/errors.md", heading: "Test it", begins: "vitest", claim: asShown },
  "receive-webhooks": { page: "docs/guides/webhooks.md", heading: "Test it", begins: "vitest", claim: asShown },
  "find-a-race": { page: "docs/guides/simulation.md", heading: "A race, found", begins: "vitest", claim: asShown }
}

/** Projects of quick starts that the tasks continue: with an app, or with tests only. */
export const beginnings = {
  vite: (text: string): ReadonlyArray<Step> =>
    waysOf(text)[""]!.filter((step) => step.kind !== "run" || !serves(step.commands)),
  vitest: (text: string): ReadonlyArray<Step> => {
    const steps = waysOf(text)[""]!
    return steps.slice(0, steps.findIndex(isInit) + 1)
  }
}

export const textOfTask = ({ after, heading, page }: Task): string => {
  const text = readFileSync(path.join(root, page), "utf8")
  return [...(after === undefined ? [] : [after]), heading].map((each) => sectionOf(text, each)).join("\n\n")
}

export const stepsOfTask = (task: Task): ReadonlyArray<Step> => stepsOf(textOfTask(task))
