import type { AuthConfig } from "convex/server"

const projectId = process.env.HEXCLAVE_PROJECT_ID!

// the hosted platform has two addresses; for a platform of your own, list only its address
const platforms = ["https://api.stack-auth.com", "https://api.hexclave.com"]

export default {
  providers: platforms.map((platform) => ({
    type: "customJwt" as const,
    applicationID: projectId,
    issuer: `${platform}/api/v1/projects/${projectId}`,
    jwks: `${platform}/api/v1/projects/${projectId}/.well-known/jwks.json`,
    algorithm: "ES256" as const
  }))
} satisfies AuthConfig
