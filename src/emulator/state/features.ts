/** Features that no revision of the platform has. The seed switches them on by name. docs/platform.md §26. */

/** Names of the features. */
export const features = ["agents"] as const

/** A feature that no revision of the platform has. */
export type Feature = (typeof features)[number]

/** Returns the feature that an endpoint belongs to. The endpoint's name begins with the feature's name. */
export const featureOf = (endpoint: string): Feature | undefined =>
  features.find((feature) => endpoint.startsWith(`${feature}.`))
