/** Simulates a browser's page translation. The functions use no names from outside, so that a page can run them. */

/**
 * Replaces each text node with the text in two nested `<font>` elements, like Chrome. Returns the texts that
 * `translate="no"` protects.
 */
export const translate = (root: Node = document.body): ReadonlyArray<string> => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Array<Text> = []
  const left: Array<string> = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const around = text.parentElement
    if (text.data.trim() === "" || around === null || around.tagName === "FONT") continue
    if (around.closest("textarea, option, script, style") !== null) continue
    if (around.closest("[translate=no]") !== null) left.push(text.data)
    else {
      const outer = document.createElement("font")
      outer.appendChild(document.createElement("font")).textContent = text.data
      text.replaceWith(outer)
    }
  }
  return left
}
