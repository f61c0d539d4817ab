/**
 * English texts, in one constant per screen, so that the bundle of a screen contains only the texts of that screen.
 * `{name}` is a placeholder. Texts with a number have a form for each plural category. Texts that the first screen
 * needs are in their own file, because a bundler loads a file as a whole.
 */
export * from "./english/common.ts"
export * from "./english/menus.ts"
export * from "./english/problems.ts"
export * from "./english/screens.ts"
export * from "./english/signIn.ts"
