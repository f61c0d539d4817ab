/** Whether a page is visible, and when it becomes visible or online again. */
export { Visibility } from "./browser/Visibility.ts"
