/** What was generated, for the routes, the sidebar and the index of the search. */
import { existsSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { docs } from "../pages.ts"
import type { GeneratedPage } from "./generatedPage.ts"

/** By the folder of the site that they are in. */
export interface Generated {
  readonly reference: ReadonlyArray<GeneratedPage>
  readonly "reference/endpoints": ReadonlyArray<GeneratedPage>
  readonly errors: ReadonlyArray<GeneratedPage>
}

export const generatedFile = path.join(docs, ".vitepress/cache/generated.json")

const none: Generated = { reference: [], "reference/endpoints": [], errors: [] }

/** Nothing where nothing was generated yet, as in tests of the pages that people write. */
export const readGenerated = (): Generated =>
  existsSync(generatedFile) ? JSON.parse(readFileSync(generatedFile, "utf8")) as Generated : none

export const foldersOf = (generated: Generated) =>
  Object.entries(generated) as ReadonlyArray<readonly [keyof Generated, ReadonlyArray<GeneratedPage>]>

/** As VitePress wants the pages of a route. */
export const routesOf = (folder: keyof Generated) =>
  readGenerated()[folder].map(({ content, description, name, title }) => ({
    params: { name, title, description },
    content
  }))
