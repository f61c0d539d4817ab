/** Operations on records of tokens, passkeys, CLI logins, agents and bot challenges. */
export * as agentAttempts from "./agentAttempts.ts"
export * as botChallenge from "./botChallenge.ts"
export * as cliLogins from "./cliLogins.ts"
export * as passkeys from "./passkeys.ts"
export * as tokens from "./tokens.ts"
export { audiences, expiredError, verify } from "./tokens.ts"
