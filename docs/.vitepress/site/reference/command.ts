/** Generates the page of the command from its `--help`. */
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
    description: "The help text of every npx latchkey command, with its flags.",
    group: "Settings",
    content: [
      "# The latchkey command",
      "This page shows the output of `npx latchkey COMMAND --help` for every command.",
      ...parts
    ].join("\n\n")
  }
}
