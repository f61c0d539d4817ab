/** Prints the examples of docstrings with the names that they share. */

/** Names that an example doesn't declare, and their meaning. `test/docs/exampleSetting.tsx` provides them. */
const shared: Readonly<Record<string, string>> = {
  emulator: "the [emulator](/guides/testing)",
  project: "the keys of an [emulator](/guides/testing)'s project",
  email: "the address of its user Ada",
  password: "Ada's password",
  request: "a request with Ada's session",
  authenticator: "an authenticator of the project",
  teamId: "the id of a team of Ada's",
  serve: "a function that starts a server and returns its URL",
  folder: "an empty folder"
}

const listOf = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

/** Returns the sentences that explain the shared names of an example, and how it runs. */
const explanationOf = (example: string): string => {
  const used = Object.entries(shared).filter(([name]) =>
    new RegExp(`(?<![\\w."'-])${name}\\b(?!["':-])`).test(example)
    && !new RegExp(`(?:const|using) (?:\\{ )?${name}\\b`).test(example)
  )
  return [
    used.length === 0 ? "" : `Here, ${listOf(used.map(([name, meaning]) => `\`${name}\` is ${meaning}`))}.`,
    example.includes("yield*") && !example.includes("function*")
      ? "The example is the body of an `Effect.gen`, with Ada's session and the layers of all access levels."
      : "",
    /^<\w+.* \/>/m.test(example)
      ? "Its last line shows the HTML below a `LatchkeyProvider` with Ada's session, rendered on a server."
      : ""
  ].filter(Boolean).join(" ")
}

/** Returns the example with its explanation, as markdown. */
export const exampleOf = (example: string): string =>
  [explanationOf(example), example.includes("```") ? example : `\`\`\`ts\n${example}\n\`\`\``].filter(Boolean)
    .join("\n\n")
