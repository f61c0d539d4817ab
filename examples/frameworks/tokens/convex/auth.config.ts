import type { AuthConfig } from "convex/server"
import { convexProviders } from "latchkey/verify"

export default {
  providers: convexProviders({ projectId: process.env.HEXCLAVE_PROJECT_ID! })
} satisfies AuthConfig
