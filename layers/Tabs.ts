/** Notifications and locks between the tabs of a site. */
export { Tabs } from "./browser/Tabs.ts"
