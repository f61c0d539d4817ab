/** The style sheets that apps start with. README.md has their sources. */
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"

/** Each template, and the id of the element that it renders the app into. */
export const templates = [
  ["vite", "root"],
  ["vite7", "root"],
  ["next", undefined],
  ["nextTailwind", undefined]
] as const

type Template = typeof templates[number]

export const sheetOf = (name: Template[0]): Promise<string> => readFile(new URL(`${name}.css`, import.meta.url), "utf8")

/** Gives the gallery's element the id of the template's. */
export const rename = (page: Page, id: Template[1]): Promise<void> =>
  page.evaluate((id) => {
    document.querySelector("body > div")!.id = id ?? ""
  }, id)
