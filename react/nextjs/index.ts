/**
 * Latchkey for the app router of Next.js: `latchkey/nextjs`. For server code; client components import
 * `latchkey/react`.
 */
export type { User } from "../../schemas/entities/User.ts"
export type { Authentication } from "../../src/backend/verify/index.ts"
export type { UserChoice } from "../ssr/signedInUser.ts"
export {
  createLatchkeyNext,
  type HandlerProps,
  type LatchkeyNext,
  type LatchkeyNextOptions,
  type NextProviderProps
} from "./createLatchkeyNext.tsx"
