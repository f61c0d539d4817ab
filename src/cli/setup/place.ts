/** A project's folder, and the requirements for setting it up. */
import { contentsOf, dependsOn, type Kind, kindIn, type Package } from "../project/index.ts"
import type { Insertion } from "../source/index.ts"
import { type Commands, commandsOf } from "./packageManagers.ts"
import type { Node } from "./runtime.ts"

/** Result of adding Latchkey to a file. */
export type Edit =
  /** The file already contains Latchkey. */
  | { readonly state: "done" }
  | { readonly state: "edited"; readonly insertions: ReadonlyArray<Insertion> }
  /** No safe place for the change was found. `text` has to be added by hand. */
  | { readonly state: "unclear"; readonly text: string }

/** A file that the project needs. */
export interface Wanted {
  /** Relative to the project's folder, with slashes. */
  readonly path: string
  /** Purpose, in a few words. */
  readonly what: string
  readonly text: string
  /** Changes an existing file. @default the file is left unchanged, and the text is shown */
  readonly merged?: (present: string) => Edit
  /** Number of unchanged lines that a diff shows. 0 for `.env` files, which contain secrets. @default 3 */
  readonly context?: number
  /** Whether `text` is only the part to add to an existing file. @default false */
  readonly isPart?: boolean
  /** Another file that this file needs to work. */
  readonly needs?: string
  /** Whether a missing file is only shown, because it may belong elsewhere. @default false */
  readonly isShown?: boolean
}

/** Requirements of one kind of project. */
export interface Kit {
  /** Kind of project, as shown to users. */
  readonly title: string
  readonly then: ReadonlyArray<string>
  readonly files: ReadonlyArray<Wanted>
  readonly start: string
  /** Dependencies that the files need, in addition to Latchkey. */
  readonly packages?: ReadonlyArray<string>
  /** Development dependencies that the files need. */
  readonly tools?: ReadonlyArray<string>
  /** Commands that install other packages. */
  readonly installs?: ReadonlyArray<string>
  /** Command that a new `dev` script runs. @default only an existing `dev` script is changed */
  readonly dev?: string
  readonly notes?: ReadonlyArray<string>
}

/** A project's folder and facts about it. */
export interface Place {
  readonly folder: string
  readonly found: Package
  readonly kind: Kind
  readonly isTyped: boolean
  readonly commands: Commands
  readonly node: Node
  readonly has: (name: string) => boolean
}

export const placeOf = (folder: string, found: Package, node: Node): Place => {
  const has = dependsOn(found)
  const isTyped = contentsOf(folder, "tsconfig.json") !== undefined || has("typescript")
  return { folder, found, kind: kindIn(folder), isTyped, commands: commandsOf(folder, found), node, has }
}
