/** Looks in which every state of every screen is checked. */
import { colours } from "../support/axe.ts"
import type { Examination } from "./gallery.ts"

/** The themes of the package. */
export const themes = ["paper", "slate", "candy"]

/** Each look with its name, for test titles. */
export const looks: ReadonlyArray<
  { readonly name: string } & Omit<Examination, "width"> & Partial<Pick<Examination, "width">>
> = [
  { name: "in English and light" },
  {
    name: "at 320 px, dark, from right to left in Arabic",
    lang: "ar",
    scheme: "dark",
    width: 320,
    rules: [...colours, "target-size", "button-name", "input-button-name", "label", "link-name", "valid-lang"]
  },
  { name: "at 320 px in German", lang: "de", width: 320, rules: ["target-size"] },
  { name: "in forced colours", forcedColors: true, rules: colours },
  ...themes.flatMap((theme) =>
    (["light", "dark"] as const).map((scheme) => ({
      name: `in the theme ${theme}, ${scheme}`,
      theme,
      scheme,
      rules: [...colours, "target-size"]
    }))
  )
]
