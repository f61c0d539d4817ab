/** Tasks of the guides, which continue the quick start with Vite. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { root } from "../bench/dist.ts"
import { callsApi, enablesGithub, showsEditButton, signsInWithGithub, speaksGerman } from "./claims.ts"
import { sectionOf, type Step, stepsOf } from "./steps.ts"

const app = "http://localhost:5173/"

/** A task: a section of a page, and what works after its steps. */
export interface Task {
  readonly page: string
  readonly heading: string
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
  }
}

export const textOfTask = ({ after, heading, page }: Task): string => {
  const text = readFileSync(path.join(root, page), "utf8")
  return [...(after === undefined ? [] : [after]), heading].map((each) => sectionOf(text, each)).join("\n\n")
}

export const stepsOfTask = (task: Task): ReadonlyArray<Step> => stepsOf(textOfTask(task))
