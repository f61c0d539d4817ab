/** Reads the generated pages for the routes, the sidebar and the search index. */
import { existsSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { docs } from "../pages.ts"
import type { GeneratedPage } from "./generatedPage.ts"

/** Generated pages by their folder on the site. */
export interface Generated {
  readonly reference: ReadonlyArray<GeneratedPage>
  readonly "reference/endpoints": ReadonlyArray<GeneratedPage>
  readonly errors: ReadonlyArray<GeneratedPage>
}

export const generatedFile = path.join(docs, ".vitepress/cache/generated.json")

const none: Generated = { reference: [], "reference/endpoints": [], errors: [] }

/**
 * Returns the generated pages. There are none before the first build, for example in tests of the handwritten pages.
 */
export const readGenerated = (): Generated =>
  existsSync(generatedFile) ? JSON.parse(readFileSync(generatedFile, "utf8")) as Generated : none

export const foldersOf = (generated: Generated) =>
  Object.entries(generated) as ReadonlyArray<readonly [keyof Generated, ReadonlyArray<GeneratedPage>]>

/** Returns a folder's pages in the form of VitePress's dynamic routes. */
export const routesOf = (folder: keyof Generated) =>
  readGenerated()[folder].map(({ content, description, name, title }) => ({
    params: { name, title, description },
    content
  }))
