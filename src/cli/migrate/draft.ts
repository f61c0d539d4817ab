/** The planned changes of one module, and the places that they leave unchanged. */
import { type Module, type Node, overlap, type Replacement } from "../source/index.ts"
import type { Entry } from "./names.ts"
import { isUsed } from "./references.ts"

/** A place that stays as it is, for the user to change. */
export interface Left {
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  /** The code, shortened. */
  readonly code: string
  /** Reason for leaving the place unchanged, as a sentence. */
  readonly reason: string
  /** Name in the tables of the guide. */
  readonly row: string
}

/** An import that the new code needs. */
interface Needed {
  readonly name: string
  readonly local: string
  readonly from: string
  readonly isType: boolean
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\n|\r/).length

/** Collects the changes of a module. The changes passed to one call of `change` are made together or not at all. */
export class Draft {
  readonly module: Module
  readonly replacements: Array<Replacement> = []
  readonly left: Array<Left> = []
  readonly needed: Array<Needed> = []
  /** Positions of names that stay unchanged, because both packages have them. */
  readonly kept = new Set<number>()
  /** Number of rewritten places. */
  rewritten = 0

  /** Names of the platform's imports that this package also exports. */
  readonly #replaced: ReadonlySet<string>

  constructor(module: Module, replaced: ReadonlyArray<string> = []) {
    this.module = module
    this.#replaced = new Set(replaced)
  }

  /** Returns whether the changes were made; if they overlap with earlier ones or would remove a
   * comment, the place is listed. */
  change(node: Node, row: string, changes: ReadonlyArray<Replacement>): boolean {
    if (changes.some((change) => this.replacements.some((other) => overlap(change, other)))) {
      this.leave(node, row, "Another change overlaps with this place.")
      return false
    }
    if (changes.some(({ end, start }) => this.#hasComment(start, end))) {
      this.leave(node, row, "A comment is in the middle of this place.")
      return false
    }
    this.replacements.push(...changes)
    this.rewritten++
    return true
  }

  #hasComment(from: number, to: number): boolean {
    return this.module.comments.some(({ end, start }) => start < to && end > from)
  }

  leave({ end, start }: Node, row: string, reason: string): void {
    const { path, text } = this.module
    const line = lineOf(text, start)
    if (this.left.some((other) => other.line === line && other.row === row)) return
    const code = text.slice(start, end).split(/\r\n|\n|\r/)[0]!.slice(0, 80)
    this.left.push({ path, line, code, reason, row })
  }

  /** Returns the local name of an import. If the module already uses the name, imports it under another name. */
  need(name: string, from: Entry | string, local = this.free(name), isType = false): string {
    const known = this.needed.find((each) => each.name === name && each.from === from)
    if (known !== undefined) return known.local
    this.needed.push({ name, local, from, isType })
    return local
  }

  /** Returns a name that the module doesn't use yet. */
  free(name: string): string {
    const isNeeded = (each: string) => this.needed.some(({ local }) => local === each)
    const isTaken = (each: string) => isUsed(this.module, each) || isNeeded(each)
    if (this.#replaced.has(name) ? !isNeeded(name) : !isTaken(name)) return name
    // a component's name starts with a capital
    const brand = /^[A-Z]/.test(name) ? "Latchkey" : "latchkey"
    const other = `${brand}${name[0]!.toUpperCase()}${name.slice(1)}`
    return isTaken(other) ? `${other}2` : other
  }
}
