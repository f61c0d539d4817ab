import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * Stored metadata of a user or a team doesn't match any version of its definition. The error names the place, and never
 * contains the stored value.
 *
 * @cause The value was stored by an earlier version of the app, and the definition lacks this version.
 * @cause The value was changed in the dashboard, or by another program.
 * @fix Add the stored shape to the definition with `Metadata.older`, or store the value again with `Metadata.update`.
 */
export class MetadataInvalid extends TaggedError("MetadataInvalid")<{
  /** Field of the user or team. */
  readonly field: "clientMetadata" | "clientReadOnlyMetadata" | "serverMetadata"
  /**
   * Version of the definition that the value resembles most, which the problems refer to: 0 is the current one, 1 the
   * newest of the older ones. `undefined` if the definition has no older versions.
   */
  readonly version?: number | undefined
  /** At most ten problems with their paths in the value. The path of the value itself is empty. */
  readonly issues: ReadonlyArray<{ readonly path: string; readonly problem: string }>
  /** Number of further problems. */
  readonly more?: number | undefined
}> {
  override get message(): string {
    const { field, issues, more = 0, version } = this
    const problems = issues.map(({ path, problem }) => path === "" ? problem : `${path}: ${problem}`)
    if (more > 0) problems.push(`and ${more} more problem${more === 1 ? "" : "s"}`)
    const start = version === undefined
      ? `The stored ${field} doesn't match its definition`
      : `The stored ${field} matches no version of its definition. Compared with ${
        version === 0 ? "the current version" : `older version ${version}`
      }`
    return `${start}: ${problems.join("; ")}. `
      + "Add the stored shape to the definition as an older version, or store the value again."
  }
}
