/** Where the platform's makers serve it. docs/protocol.md §1. */
export const hostedBaseUrl = "https://api.stack-auth.com"
