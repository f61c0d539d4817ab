/** The index pages of the generated sections. */
import type { GeneratedPage } from "./generatedPage.ts"
import { purposes } from "./purposes.ts"
import { table } from "./words.ts"

const groupsOf = (pages: ReadonlyArray<GeneratedPage>) =>
  [...new Set(pages.map(({ group }) => group))].map((name) =>
    [name, pages.filter(({ group }) => group === name)] as const
  )

const places = Object.keys(purposes)

export const referenceIndex = (pages: ReadonlyArray<GeneratedPage>): GeneratedPage => ({
  name: "index",
  title: "Reference",
  description: "Every export of every entry of the package, every endpoint, setting and command.",
  group: "",
  content: [
    "# Reference",
    "The reference is generated from the code. Each export is documented on the page of the entry that you import it "
    + "from.",
    table(
      ["Entry", "Use it for"],
      groupsOf(pages).toSorted(([a], [b]) => places.indexOf(a) - places.indexOf(b))
        .map(([name, [first]]) => [`[\`${name}\`](/reference/${first!.name})`, first!.description])
    ),
    "In addition:",
    [
      "- [endpoints](/reference/endpoints/): every endpoint of the platform's HTTP API, in `latchkey/endpoints/*`",
      "- [errors](/errors/): a page for each error",
      "- [environment variables](/reference/environment)",
      "- [the `latchkey` command](/reference/command)"
    ].join("\n")
  ].join("\n\n")
})

export const endpointsIndex = (pages: ReadonlyArray<GeneratedPage>): GeneratedPage => ({
  name: "index",
  title: "Endpoints",
  description: "Every endpoint of the platform's HTTP API, by resource.",
  group: "",
  content: [
    "# Endpoints",
    "Each endpoint is a function of `latchkey/endpoints/*`, and of `calls` on the promise clients. Its type lists exactly "
    + "the errors that it can fail with.",
    table(
      ["Resource", "Endpoints"],
      groupsOf(pages).map(([name, [front, ...rest]]) => [
        `[${name}](/reference/endpoints/${front!.name})`,
        rest.map(({ name, title }) => `[${title.split(".")[1]}](/reference/endpoints/${name})`).join(", ")
      ])
    )
  ].join("\n\n")
})

export const errorsIndex = (pages: ReadonlyArray<GeneratedPage>): GeneratedPage => ({
  name: "index",
  title: "Errors",
  description: "Every error, with its cause and how to fix it.",
  group: "",
  content: [
    "# Errors",
    "Each page describes an error, its common causes and how to fix it. `npx latchkey errors NAME` prints the "
    + "meaning, the fix and the page's address. Names in capitals are codes of the platform.",
    ...groupsOf(pages).flatMap(([group, these]) => [
      `## ${group}`,
      table(
        ["Error", "Meaning"],
        these.map(({ description, name }) => [`[\`${name}\`](/errors/${name})`, description])
      )
    ])
  ].join("\n\n")
})
