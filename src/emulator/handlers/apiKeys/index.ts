/** Handlers of API keys of users, teams and projects. */
export { handlers as credentialScanning } from "./credentialScanning.ts"
export { handlers as internalApiKeys } from "./internalApiKeys.ts"
export { handlers as teamApiKeys } from "./teamApiKeys.ts"
export { handlers as userApiKeys } from "./userApiKeys.ts"
