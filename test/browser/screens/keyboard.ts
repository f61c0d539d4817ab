/** Keyboard input: moves to a control with Tab, presses it, types. */
import type { Locator } from "playwright-core"

/** Maximum number of key presses, which is more than any page has controls. */
const most = 100

/** Presses Tab, or Shift+Tab, until the control has focus. Fails if the control can't be reached. */
export const reach = async (control: Locator): Promise<void> => {
  // If the page has replaced the control, find it again.
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

/** Moves to a control and presses it: Enter for buttons and links, Space for switches. */
export const press = async (control: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> => {
  await reach(control)
  await control.page().keyboard.press(key)
}

/** Moves to a field and replaces its text, like an input method: in one event, not key by key. */
export const type = async (field: Locator, text: string): Promise<void> => {
  await reach(field)
  await field.page().keyboard.press("ControlOrMeta+A")
  await field.page().keyboard.insertText(text)
}
