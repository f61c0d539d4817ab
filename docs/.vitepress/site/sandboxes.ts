/** The sandboxes on the pages, with their code. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { docs, writtenPages } from "./pages.ts"

/** A `<TryIt>` on a page. */
export interface PageSandbox {
  /** Path of the page relative to `docs/`. */
  readonly file: string
  readonly scenario: string
  /** Name of the example in `examples/tryIt`. */
  readonly example: string
  readonly code: string
}

/** Returns every sandbox, including that of the front page. */
export const sandboxes = (): ReadonlyArray<PageSandbox> =>
  [{ file: "index.md", text: readFileSync(path.join(docs, "index.md"), "utf8") }, ...writtenPages()].flatMap((
    { file, text }
  ) =>
    [...text.matchAll(
      /<TryIt scenario="([\w-]+)"(?: hero)?>(?:(?!<\/TryIt>)[\s\S])*?<!-- examples\/tryIt\/(\w+)\.ts#code -->\n\n```ts\n([\s\S]*?)\n```\n\n<\/TryIt>/g
    )]
      .map(([, scenario, example, code]) => ({ file, scenario: scenario!, example: example!, code: code! }))
  )

/** Replaces the tags of sandboxes with sentences for readers who can't start one. */
export const withoutSandboxes = (text: string): string =>
  text.replace(
    /^<TryIt scenario="[\w-]+"(?: hero)?>$/gm,
    "The page on the site has a sandbox for these steps. In its code, `client` is the client of an app with the ready-made screens, "
      + "`emulator` is the emulator, `project` has the options for other clients, `open` opens a page of the app, and `print` writes a line."
  ).replace(/^<\/TryIt>\n+/gm, "")
