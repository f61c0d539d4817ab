/** What every state of every screen is looked at in. */
import { colours } from "../support/axe.ts"
import type { Examination } from "./gallery.ts"

/** Those that come with the package. */
export const themes = ["paper", "slate", "candy"]

/** Each with its name, for the title of its test. */
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
