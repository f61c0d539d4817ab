/** Where the platform's makers serve it. Wire protocol §1. */
export const hostedBaseUrl = "https://api.stack-auth.com"
