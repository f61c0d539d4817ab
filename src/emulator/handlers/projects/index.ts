/** Handlers of projects, their configuration and stored data. */
export { handlers as dataVault } from "./dataVault.ts"
export { handlers as internalProjects } from "./internalProjects.ts"
export { handlers as platform } from "./platform.ts"
export { handlers as projectConfig } from "./projectConfig.ts"
export { handlers as projects } from "./projects.ts"
export { handlers as signUpRules } from "./signUpRules.ts"
export { handlers as webhooks } from "./webhooks.ts"
