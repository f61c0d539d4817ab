/** A quick start as what its reader does: the commands it gives, what they print, and the files it has. */

/** One thing to do. */
export type Step =
  | {
    readonly kind: "run"
    readonly commands: string
    /** Lines that are seen, in their order; `…` stands for anything. */
    readonly shown: ReadonlyArray<string>
  }
  | { readonly kind: "write"; readonly file: string; readonly text: string }

/** A block that the reader would not know what to do with. */
export class Unclear extends Error {
  override readonly name = "Unclear"
}

/** The steps of a page, from its blocks of code: `sh` is run, what follows as `text` is seen, what has a title is a file. */
export const stepsOf = (page: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  for (const [, language, title, code = ""] of page.matchAll(/^```(\w+)(?: \[(.+)\])?\n([\s\S]*?)\n```$/gm)) {
    const last = steps.at(-1)
    if (language === "sh") steps.push({ kind: "run", commands: code, shown: [] })
    else if (language === "text" && last?.kind === "run") {
      const lines = code.split("\n").filter((line) => line.trim() !== "")
      steps.splice(-1, 1, { ...last, shown: [...last.shown, ...lines] })
    } else if (title !== undefined) steps.push({ kind: "write", file: title, text: `${code}\n` })
    else throw new Unclear(`A block of ${language} is neither run, nor shown, nor has the name of a file:\n${code}`)
  }
  return steps
}
