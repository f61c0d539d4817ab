/** Every screen: /handler/sign-in, /handler/account-settings, … */
export { LatchkeyHandler as default, metadata } from "../../../latchkey"
