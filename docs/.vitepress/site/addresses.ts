/** Addresses of the site and of the repository, from package.json. */
import manifest from "../../../package.json" with { type: "json" }

export const site = manifest.homepage

export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "")
