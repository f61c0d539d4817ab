/** The base URL of the hosted platform. docs/protocol.md §1. */
export const hostedBaseUrl = "https://api.stack-auth.com"

const hosted: ReadonlyArray<string> = [hostedBaseUrl, "https://api.hexclave.com"]

/**
 * Returns all base URLs of the platform at a base URL. The hosted platform has two, and tokens from one may have the
 * other as issuer. docs/protocol.md §9.
 */
export const addressesOf = (baseUrl: string): ReadonlyArray<string> => hosted.includes(baseUrl) ? hosted : [baseUrl]
