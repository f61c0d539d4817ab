/**
 * Shows npm's commands in tabs, next to the commands of pnpm, Yarn and Bun. The pages contain only npm's commands,
 * which tests run.
 */

/** Package managers in the order of their tabs. */
export const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const

type Manager = Exclude<typeof packageManagers[number], "npm">

const managers = packageManagers.filter((manager): manager is Manager => manager !== "npm")

/** Patterns of npm's commands, and the commands of the other package managers. `$1` is the rest of the command. */
const commands: ReadonlyArray<readonly [npm: RegExp, counterparts: { readonly [M in Manager]: string }]> = [
  [/^npm install -D (.+)$/, { pnpm: "pnpm add -D $1", yarn: "yarn add -D $1", bun: "bun add -d $1" }],
  [/^npm install (.+)$/, { pnpm: "pnpm add $1", yarn: "yarn add $1", bun: "bun add $1" }],
  [/^npm create (\S+) (.+)$/, { pnpm: "pnpm create $1 $2", yarn: "yarn create $1 $2", bun: "bun create $1 $2" }],
  [/^npx create-(\S+) (.+)$/, { pnpm: "pnpm create $1 $2", yarn: "yarn create $1 $2", bun: "bun create $1 $2" }],
  [/^npm init -y$/, { pnpm: "pnpm init", yarn: "yarn init -y", bun: "bun init -y" }],
  [/^npx (.+)$/, { pnpm: "pnpm exec $1", yarn: "yarn $1", bun: "bunx $1" }]
]

const translated = (line: string, manager: Manager): string => {
  const [npm, counterparts] = commands.find(([npm]) => npm.test(line)) ?? []
  if (npm === undefined || counterparts === undefined) return line
  // only npm needs `--` before the flags for a template
  return line.replace(npm, counterparts[manager]).replace(" -- ", " ")
}

/** Replaces each block of commands that installs packages with a group of tabs. */
export const withPackageManagers = (markdown: string): string =>
  markdown.replace(
    /^```sh\n((?:(?!```).*\n)*?(?:npm (?:install|create)|npx create-) ?.*\n(?:(?!```).*\n)*?)```$/gm,
    (_, block: string) =>
      [
        "::: code-group",
        `\`\`\`sh [npm]\n${block}\`\`\``,
        ...managers.map((manager) =>
          `\`\`\`sh [${manager}]\n${block.split("\n").map((line) => translated(line, manager)).join("\n")}\`\`\``
        ),
        ":::"
      ].join("\n\n")
  )
