/**
 * Measures how much work a regular expression is for a backtracking engine such as V8's: the number of examined
 * characters, which doesn't depend on the machine. Also generates the strings that cause the most work.
 */
import { type AST, RegExpParser } from "@eslint-community/regexpp"

type Node =
  | AST.Alternative
  | AST.Element
  | AST.QuantifiableElement

/** Continues the match at a position. */
type Next = (at: number) => boolean
type Step = (at: number, next: Next) => boolean

/** A node that matches exactly one character. */
type Leaf = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

const isLeaf = (node: AST.Element | AST.QuantifiableElement): node is Leaf =>
  ["Character", "CharacterSet", "CharacterClass", "ExpressionCharacterClass"].includes(node.type)

class TooMuch extends Error {}

export class RegExpWork {
  readonly #pattern: AST.Pattern
  readonly #flags: string
  readonly #leaves: ReadonlyArray<Leaf>
  readonly #match: Step
  /** Characters by code. The codes are small numbers, which are indexes of the results of comparisons. */
  readonly #characters: Array<string> = []
  readonly #codes = new Map<string, number>()
  readonly #areWords: Array<boolean> = []
  readonly #fits = new Map<Leaf, Array<boolean | undefined>>()
  #text: ReadonlyArray<number> = []
  #steps = 0
  #most = 0
  #groups = new Map<AST.CapturingGroup, readonly [number, number]>()

  constructor(source: string, flags: string) {
    this.#pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
      unicode: flags.includes("u"),
      unicodeSets: flags.includes("v")
    })
    this.#flags = flags.replace(/[gyd]/g, "")
    this.#leaves = leavesOf(this.#pattern.alternatives)
    this.#match = this.#oneOf(this.#pattern.alternatives, 1)
  }

  /** Returns the number of examined characters per character of the string. Stops counting above `most`. */
  perCharacter(text: string, most: number): number {
    this.#text = (/[uv]/.test(this.#flags) ? Array.from(text) : text.split("")).map((character) =>
      this.#codeOf(character)
    )
    this.#steps = 0
    this.#most = most * this.#text.length
    try {
      // like a global search, which continues after each match
      for (let start = 0; start <= this.#text.length;) {
        let end = -1
        this.#groups.clear()
        this.#step()
        this.#match(start, (at) => (end = at) >= 0)
        start = Math.max(start + 1, end)
      }
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error
    }
    return this.#steps / this.#text.length
  }

  /**
   * Generates strings for each repetition in the expression: a prefix that leads to the repetition, then many copies of
   * a string that it matches.
   */
  *attacks(): Generator<(length: number) => string> {
    const likes = this.#representatives()
    const units = new Set([...likes, ...likes.flatMap((one) => likes.map((other) => one + other))])
    const beginnings = new Set(["", "\u0000"])
    for (const { before, sample } of this.#repetitions()) {
      beginnings.add(before)
      for (const unit of [sample, before, before + sample]) if (unit !== "") units.add(unit)
    }
    for (const before of beginnings) {
      for (const unit of units) {
        for (const end of ["", "\u0000"]) {
          yield (length) => before + unit.repeat(Math.ceil(length / unit.length)) + end
        }
      }
    }
  }

  #step(): void {
    if (this.#steps++ > this.#most) throw new TooMuch()
  }

  #codeOf(character: string): number {
    let code = this.#codes.get(character)
    if (code === undefined) {
      code = this.#characters.push(character) - 1
      this.#codes.set(character, code)
      this.#areWords.push(/\w/.test(character))
    }
    return code
  }

  /** Returns a function that checks whether a leaf matches a character. */
  #comparison(leaf: Leaf): (code: number) => boolean {
    const known = this.#fits.get(leaf) ?? []
    this.#fits.set(leaf, known)
    return (code) =>
      known[code] ??= new RegExp(`^(?:${leaf.raw})$`, this.#flags.replace("m", "")).test(this.#characters[code]!)
  }

  #suits(leaf: Leaf, character: string): boolean {
    return this.#comparison(leaf)(this.#codeOf(character))
  }

  #oneOf(alternatives: ReadonlyArray<AST.Alternative>, direction: 1 | -1): Step {
    const steps = alternatives.map((alternative) => this.#compiled(alternative, direction))
    return (at, next) => steps.some((step) => step(at, next))
  }

  #compiled(node: Node, direction: 1 | -1): Step {
    switch (node.type) {
      case "Alternative": {
        const steps = node.elements.map((element) => this.#compiled(element, direction))
        return (direction === 1 ? steps.toReversed() : steps).reduce<Step>(
          (rest, step) => (at, next) => step(at, (at) => rest(at, next)),
          (at, next) => next(at)
        )
      }
      case "Group":
        return this.#oneOf(node.alternatives, direction)
      case "CapturingGroup": {
        const inner = this.#oneOf(node.alternatives, direction)
        return (at, next) =>
          inner(at, (end) => {
            this.#groups.set(node, at < end ? [at, end] : [end, at])
            return next(end)
          })
      }
      case "Assertion":
        return this.#assertion(node)
      case "Quantifier": {
        const { greedy, max, min } = node
        if (isLeaf(node.element)) return this.#run(node.element, node, direction)
        const inner = this.#compiled(node.element, direction)
        const repeat = (count: number): Step => (at, next) => {
          const more = () =>
            count < max && inner(at, (end) => (end === at && count >= min ? false : repeat(count + 1)(end, next)))
          const enough = () => count >= min && next(at)
          return greedy ? more() || enough() : enough() || more()
        }
        return repeat(0)
      }
      case "Backreference": {
        const { resolved } = node
        const group = Array.isArray(resolved) ? resolved[0] : resolved
        return (at, next) => {
          const [start, end] = this.#groups.get(group!) ?? [0, 0]
          for (let offset = 0; offset < end - start; offset++) {
            this.#step()
            if (this.#text[start + offset] !== this.#text[at + offset]) return false
          }
          return next(at + end - start)
        }
      }
      default: {
        const suits = this.#comparison(node as Leaf)
        return (at, next) => {
          this.#step()
          const code = this.#text[direction === 1 ? at : at - 1]
          return code !== undefined && suits(code) && next(at + direction)
        }
      }
    }
  }

  /** Matches a repetition of a single character without recursion. */
  #run(leaf: Leaf, { greedy, max, min }: AST.Quantifier, direction: 1 | -1): Step {
    const one = this.#compiled(leaf, direction)
    return (at, next) => {
      let count = 0
      const isMore = () => count < max && one(at + count * direction, () => true)
      const most = greedy ? max : min
      while (count < most && isMore()) count++
      while (count >= min) {
        if (next(at + count * direction)) return true
        if (greedy) count--
        else if (isMore()) count++
        else return false
      }
      return false
    }
  }

  #assertion(node: AST.Assertion): Step {
    if (node.kind === "lookahead" || node.kind === "lookbehind") {
      const inner = this.#oneOf(node.alternatives, node.kind === "lookahead" ? 1 : -1)
      return (at, next) => inner(at, () => true) !== node.negate && next(at)
    }
    const isMultiline = this.#flags.includes("m")
    const lineBreak = this.#codeOf("\n")
    const isWord = (at: number) => this.#areWords[this.#text[at] ?? -1] ?? false
    const holds = (at: number): boolean =>
      node.kind === "start"
        ? at === 0 || (isMultiline && this.#text[at - 1] === lineBreak)
        : node.kind === "end"
        ? at === this.#text.length || (isMultiline && this.#text[at] === lineBreak)
        : (isWord(at - 1) !== isWord(at)) !== (node as AST.WordBoundaryAssertion).negate
    return (at, next) => {
      this.#step()
      return holds(at) && next(at)
    }
  }

  /** Selects one character for each set of leaves that match the same characters. */
  #representatives(): ReadonlyArray<string> {
    const found = new Map<string, string>()
    for (const character of alphabet) {
      // line ends and word characters also matter to assertions, which are not leaves
      const asserted = [character === "\n", /\w/.test(character)]
      const liked = [...asserted, ...this.#leaves.map((leaf) => this.#suits(leaf, character))].join()
      if (!found.has(liked)) found.set(liked, character)
    }
    return [...found.values()]
  }

  #sampleOf(node: Node): string {
    switch (node.type) {
      case "Alternative":
        return node.elements.map((element) => this.#sampleOf(element)).join("")
      case "Group":
      case "CapturingGroup":
        return this.#sampleOf(node.alternatives[0]!)
      case "Quantifier":
        return this.#sampleOf(node.element).repeat(Math.max(1, node.min))
      case "Assertion":
      case "Backreference":
        return ""
      default:
        return alphabet.find((character) => this.#suits(node as Leaf, character)) ?? ""
    }
  }

  /** Returns each repetition in the expression, with a prefix that leads to it. */
  *#repetitions(
    alternatives: ReadonlyArray<AST.Alternative> = this.#pattern.alternatives,
    lead = ""
  ): Generator<{ readonly before: string; readonly sample: string }> {
    for (const { elements } of alternatives) {
      let before = lead
      for (const element of elements) {
        const inner = element.type === "Quantifier" ? element.element : element
        if (element.type === "Quantifier" && element.max > 20) yield { before, sample: this.#sampleOf(inner) }
        if ("alternatives" in inner) yield* this.#repetitions(inner.alternatives, before)
        before += this.#sampleOf(element)
      }
    }
  }
}

const leavesOf = (alternatives: ReadonlyArray<AST.Alternative>): ReadonlyArray<Leaf> =>
  alternatives.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      const inner = element.type === "Quantifier" ? element.element : element
      return isLeaf(inner) ? [inner] : "alternatives" in inner ? leavesOf(inner.alternatives) : []
    })
  )

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** Letters come first, so that generated strings are readable. */
const alphabet = [...ascii.filter((character) => /\w/.test(character)).toReversed(), ...ascii, "é", "É", "漢", "\u2028"]
