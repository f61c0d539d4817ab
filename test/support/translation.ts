/** What browsers do to the text of a page that they translate. Each function is complete in itself, so that a page can run it. */

/**
 * Puts each text into two `<font>` elements, in place of its text node, as Chrome does. Returns the texts that were left
 * alone because of `translate="no"`.
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
