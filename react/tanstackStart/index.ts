/** Latchkey for TanStack Start: `latchkey/tanstack-start`. It imports no code from the framework. */
export type { User } from "../../schemas/entities/User.ts"
export type { Authentication } from "../../src/backend/verify/index.ts"
export { HandedProvider as LatchkeyProvider, type HandedProviderProps } from "../ssr/HandedProvider.tsx"
export type { PageData } from "../ssr/pageData.ts"
export type { UserChoice } from "../ssr/signedInUser.ts"
export {
  createLatchkeyStart,
  type LatchkeyStart,
  type LatchkeyStartOptions,
  type StartFunctions
} from "./createLatchkeyStart.ts"
