/** The forms that readers copy: those of the documentation and of the examples. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../../..")

/** A form of a file. */
export interface ShownForm {
  readonly file: string
  /** The opening tag. */
  readonly tag: string
  /** The markup between the tags. */
  readonly content: string
}

/** Returns the text with markup only: code of documents in fences, and examples without comments. */
const markupIn = (file: string): string => {
  const text = readFileSync(path.join(root, file), "utf8")
  return file.endsWith(".md")
    ? [...text.matchAll(/^```.*\n([^]*?)^```$/gm)].map(([, code]) => code).join("\n")
    : text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")
}

/** All forms of the documentation and the examples. */
export const shownForms = (): ReadonlyArray<ShownForm> =>
  globSync("{docs,examples}/**/*.{md,tsx,jsx,html,astro,vue,svelte}", {
    cwd: root,
    exclude: (name) => /^(?:node_modules|\.next|dist|\.svelte-kit|\.nuxt|\.vitepress)$/.test(path.basename(name))
  }).toSorted().flatMap((file) =>
    [...markupIn(file).matchAll(/(<form(?=[\s>])(?:[^>]|=>)*>)([^]*?)<\/form>/g)].map(([, tag, content]) => ({
      file,
      tag: tag!,
      content: content!
    }))
  )

/**
 * Whether a script handles the form. A form with the address of a server works without one, and React keeps the
 * submission of a form with an action until it is hydrated.
 */
export const needsScript = ({ tag }: ShownForm): boolean => !/\baction=/.test(tag)

/** The opening tags of the buttons that submit a form. */
export const submitButtons = (content: string): ReadonlyArray<string> =>
  [...content.matchAll(/<button(?=[\s>])(?:[^>]|=>)*>/g)].map(([tag]) => tag).filter((tag) =>
    !/type="(?:button|reset)"/.test(tag)
  )
