/** Where the platform's makers serve it. docs/protocol.md §1. */
export const hostedBaseUrl = "https://api.stack-auth.com"

const hosted: ReadonlyArray<string> = [hostedBaseUrl, "https://api.hexclave.com"]

/**
 * All addresses of the platform at one of them: the hosted one has two names, and each vouches for what the other
 * signed. docs/protocol.md §9.
 */
export const addressesOf = (baseUrl: string): ReadonlyArray<string> => hosted.includes(baseUrl) ? hosted : [baseUrl]
