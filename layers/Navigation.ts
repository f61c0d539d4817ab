/** Navigation to other pages. */
export { type HookMethod, make, type Navigate, Navigation, type RedirectMethod } from "./browser/Navigation.ts"
