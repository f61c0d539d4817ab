/** Runs axe in a page. */
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

/** Path of the script to load in a page. */
export const axe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"))

/** axe's rules, by tag. */
export const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]

/** The rules that depend on colours only. */
export const colours = ["color-contrast"]
