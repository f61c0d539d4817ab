/** What the command says of itself. */
import { execFile } from "node:child_process"
import * as path from "node:path"
import { promisify, stripVTControlCharacters } from "node:util"
import { command } from "../../../../src/cli/command.ts"
import { root } from "../pages.ts"
import type { GeneratedPage } from "./generatedPage.ts"

type Command = { readonly name: string; readonly subcommands: typeof command.subcommands }

const namesOf = (of: Command, before: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  of.subcommands.flatMap(({ commands }) =>
    commands.flatMap((each) => [[...before, each.name], ...namesOf(each, [...before, each.name])])
  )

const helpOf = async (names: ReadonlyArray<string>): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=latchkey-source", path.join(root, "src/cli/main.ts"), ...names, "--help"],
    { env: { ...process.env, NO_COLOR: "1" } }
  )
  return stripVTControlCharacters(stdout).trim()
}

export const commandPage = async (): Promise<GeneratedPage> => {
  const parts = []
  for (const names of [[], ...namesOf(command, [])]) {
    parts.push(`## latchkey ${names.join(" ")}`.trimEnd(), `\`\`\`text\n${await helpOf(names)}\n\`\`\``)
  }
  return {
    name: "command",
    title: "The latchkey command",
    description: "Every command of npx latchkey, with its flags, as --help prints them.",
    group: "Settings",
    content: ["# The latchkey command", "As `npx latchkey COMMAND --help` prints it.", ...parts].join("\n\n")
  }
}
