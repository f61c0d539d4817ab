/** Parses a quick start into steps: commands with their output, and files. */

/** A command block or a file. */
export type Step =
  | {
    readonly kind: "run"
    readonly commands: string
    /** Lines that the output must contain in this order. `…` matches any text. */
    readonly shown: ReadonlyArray<string>
  }
  | { readonly kind: "write"; readonly file: string; readonly text: string }
  /** Stops the emulator. */
  | { readonly kind: "stop" }

/** A code block of an unknown kind. */
export class Unclear extends Error {
  override readonly name = "Unclear"
}

/**
 * Returns the steps in a page's code blocks. A block of type `sh` is run, a `text` block after it contains its output,
 * and a block with a title is a file. "press Ctrl-C" stops the emulator. A sandbox's code and the output of an example
 * aren't steps.
 */
export const stepsOf = (page: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  const blocks = /^```(\w+)(?: \[(.+)\])?\n([\s\S]*?)\n```$|press Ctrl-C in its terminal/gm
  for (const [, language, title, code = ""] of page.replace(/^<TryIt [\s\S]*?^<\/TryIt>$/gm, "").matchAll(blocks)) {
    const last = steps.at(-1)
    if (language === undefined) steps.push({ kind: "stop" })
    else if (title === "Output") continue
    else if (language === "sh") steps.push({ kind: "run", commands: code, shown: [] })
    else if (language === "text" && last?.kind === "run") {
      const lines = code.split("\n").filter((line) => line.trim() !== "")
      steps.splice(-1, 1, { ...last, shown: [...last.shown, ...lines] })
    } else if (title !== undefined) steps.push({ kind: "write", file: title, text: `${code}\n` })
    else throw new Unclear(`A block of ${language} is neither a command, nor output, nor a file with a title:\n${code}`)
  }
  return steps
}

/** Returns a section of a page, by its heading, with the sections below it. */
export const sectionOf = (page: string, heading: string): string => {
  const sections = page.split(/^(?=###? )/m)
  const at = sections.findIndex((each) => each.replace(/^#+ /, "").startsWith(`${heading}\n`))
  if (at < 0) throw new Unclear(`The page has no section ${heading}.`)
  const rest = sections.slice(at + 1)
  const end = rest.findIndex((each) => sections[at]!.startsWith("### ") || !each.startsWith("### "))
  return [sections[at]!, ...end < 0 ? rest : rest.slice(0, end)].join("")
}

/** Whether a step runs `latchkey init`. */
export const isInit = (step: Step): boolean => step.kind === "run" && step.commands.startsWith("npx latchkey init")

const byHand = /^## By hand$[^]*?(?=^## |$(?![^]))/m

/**
 * Returns the sequences of steps on a page. The first uses `latchkey init`. The second has the steps of the section "By
 * hand" in its place. A page without that section has only one sequence.
 */
export const waysOf = (page: string): { readonly [name: string]: ReadonlyArray<Step> } => {
  const [section] = byHand.exec(page) ?? []
  if (section === undefined) return { "": stepsOf(page) }
  const steps = stepsOf(page.replace(byHand, ""))
  const at = steps.findIndex(isInit)
  if (at < 0) throw new Unclear("There is a section By hand, but no step runs npx latchkey init.")
  return { "": steps, " by hand": [...steps.slice(0, at), ...stepsOf(section), ...steps.slice(at + 1)] }
}
