/** The quick start with Next.js: every screen, from sign-in to account settings. */
export { LatchkeyHandler as default, metadata } from "../../../latchkey"
