/** Mutants that no test notices, and why none should. */

/** A change that makes no difference anybody could rely on. */
export interface Survivor {
  readonly file: string
  /** What stands there, on one line. */
  readonly was: string
  readonly became: string
  readonly why: string
}

/** Lists that are empty unless somebody says otherwise: the text that the mutant puts in is no origin. */
const defaults = (...files: ReadonlyArray<string>): ReadonlyArray<Survivor> =>
  files.map((file) => ({ file, was: "[]", became: "[\"Stryker was here\"]", why: "No page has this origin." }))

/** Names of spans, services and kinds of warnings, which people read and no program depends on. */
const labels = (file: string, ...names: ReadonlyArray<string>): ReadonlyArray<Survivor> =>
  names.map((was) => ({ file, was, became: was.startsWith("`") ? "``" : "\"\"", why: "It is a label." }))

/** Each with its reason. */
export const survivors: ReadonlyArray<Survivor> = [
  {
    file: "layers/call/scrub.ts",
    was: "all.filter(isOrdinary)",
    became: "all",
    why: "The others are gone from the text by then."
  },
  {
    file: "layers/call/scrub.ts",
    was: "/^[\\w.-]*$/.test(secret)",
    became: "false",
    why: "It saves work: all spellings of such a secret are the same, and a set keeps one."
  },
  {
    file: "layers/call/scrub.ts",
    was: "/^[\\w.-]*$/",
    became: "/^[\\w.-]$/",
    why: "Likewise."
  },
  ...defaults("layers/browser/trustedUrl.ts", "src/flows/redirects/returnTo.ts"),
  ...labels("src/flows/redirects/redirectTo.ts", "\"redirectTo.hrefOf\"", "\"redirectTo.url\"", "`redirectTo.${page}`"),
  ...labels("src/flows/redirects/redirectAfter.ts", "\"redirect\"")
]
