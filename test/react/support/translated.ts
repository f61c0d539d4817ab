/** Simulates the browser's page translation. */
import { onTestFinished } from "vitest"
import { translate } from "../../support/contract/translation.ts"

/** Translates the page, including content that is added later, until the test ends. */
export const translating = (): void => {
  const observer = new MutationObserver(() => translate())
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  translate()
}

interface Fiber {
  readonly tag: number
  readonly memoizedProps: unknown
  readonly return: Fiber | null
  readonly type: unknown
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/**
 * The field `tag` of React's fibers for text nodes. React has no fiber for a string that is an element's only child.
 */
const hostText = 6

/**
 * Returns the texts in text nodes that belong to React, each with its element. A translation removes those nodes from
 * the document. Whitespace is skipped, because browsers don't replace it.
 */
export const ownTextNodes = (container: Element): ReadonlyArray<string> => {
  const key = Object.keys(container).find((name) => name.startsWith("__reactContainer$"))!
  const { stateNode } = Reflect.get(container, key) as { readonly stateNode: { readonly current: Fiber } }
  const found: Array<string> = []
  const walk = (fiber: Fiber | null): void => {
    for (let each = fiber; each !== null; each = each.sibling) {
      if (each.tag === hostText && String(each.memoizedProps).trim() !== "") {
        found.push(`${elementAround(each)}: ${String(each.memoizedProps)}`)
      }
      walk(each.child)
    }
  }
  walk(stateNode.current)
  return found
}

const elementAround = (fiber: Fiber): string => {
  const { return: parent } = fiber
  if (parent === null) return "the root"
  return typeof parent.type === "string" ? `<${parent.type}>` : elementAround(parent)
}
