/** What people do who have no mouse: go to a control by Tab, press it, type. */
import type { Locator } from "playwright-core"

/** More controls than any page has. */
const most = 100

/** Presses Tab, or Shift and Tab, until the control has the focus. Fails where they do not get there. */
export const reach = async (control: Locator): Promise<void> => {
  // looked for again only where the page has put another in its place
  let found = await control.elementHandle()
  for (let presses = 0; presses <= most; presses++) {
    const next = await found?.evaluate((element) => {
      const { activeElement, body } = document
      if (activeElement === element) return "there"
      if (!element.isConnected) return "gone"
      const isBehind = activeElement !== null && activeElement !== body
        && (element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
      return isBehind ? "Shift+Tab" : "Tab"
    })
    if (next === "there") return
    if (next === undefined || next === "gone") found = await control.elementHandle()
    else await control.page().keyboard.press(next)
  }
  throw new Error(`Tab does not lead to ${control}.`)
}

/** Goes there and presses. Enter is for buttons and links, Space for switches. */
export const press = async (control: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> => {
  await reach(control)
  await control.page().keyboard.press(key)
}

/** Goes there and puts this in place of what is there, as an input method does: in one event, not key by key. */
export const type = async (field: Locator, text: string): Promise<void> => {
  await reach(field)
  await field.page().keyboard.press("ControlOrMeta+A")
  await field.page().keyboard.insertText(text)
}
