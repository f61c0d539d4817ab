/** Handlers of resources that only the platform's dashboard uses. */
export { handlers as aiChat } from "./aiChat.ts"
export { handlers as aiConversations } from "./aiConversations.ts"
export { handlers as analytics } from "./analytics.ts"
export { handlers as featureRequests } from "./featureRequests.ts"
export { handlers as feedback } from "./feedback.ts"
export { handlers as metrics } from "./metrics.ts"
export { handlers as sessionReplays } from "./sessionReplays.ts"
