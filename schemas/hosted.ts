/** The base URL of the hosted platform. docs/protocol.md §1. */
export const hostedBaseUrl = "https://api.stack-auth.com"

const hosted: ReadonlyArray<string> = [hostedBaseUrl, "https://api.hexclave.com"]

/**
 * Returns all base URLs of the platform that has this base URL. The hosted platform has two, and a token from one may
 * name the other as its issuer. docs/protocol.md §9.
 */
export const addressesOf = (baseUrl: string): ReadonlyArray<string> => hosted.includes(baseUrl) ? hosted : [baseUrl]
