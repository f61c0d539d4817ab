/** axe, as a page runs it. */
import type { AxeResults, RunOptions } from "axe-core"
import { fileURLToPath } from "node:url"

declare global {
  interface Window {
    readonly axe: {
      readonly run: (
        context: Node | { readonly exclude: ReadonlyArray<string> },
        options: RunOptions
      ) => Promise<AxeResults>
    }
  }
}

/** The script for a page, a file. */
export const axe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"))

/** axe's rules, by tag. */
export const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]

/** The rules that colours alone can break. */
export const colours = ["color-contrast"]
