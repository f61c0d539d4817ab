/** Navigation to other pages. */
export { make, Navigation, type RedirectMethod } from "./browser/Navigation.ts"
