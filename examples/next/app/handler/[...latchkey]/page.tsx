/** All screens, such as /handler/sign-in and /handler/account-settings. */
export { LatchkeyHandler as default, metadata } from "../../../latchkey"
