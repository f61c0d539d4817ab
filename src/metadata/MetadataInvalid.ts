import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * Stored metadata of a user or a team doesn't match any version of its definition. The error says where, and never
 * contains the stored value.
 *
 * @cause The value was stored by an earlier version of the app, and the definition lacks this version.
 * @cause The value was changed in the dashboard, or by another program.
 * @fix Add the stored shape to the definition with `Metadata.older`, or store the value again with `Metadata.update`.
 */
export class MetadataInvalid extends TaggedError("MetadataInvalid")<{
  /** Field of the user or team. */
  readonly field: "clientMetadata" | "clientReadOnlyMetadata" | "serverMetadata"
  /** Problems with their paths in the value. The path of the value itself is empty. */
  readonly issues: ReadonlyArray<{ readonly path: string; readonly problem: string }>
}> {
  override get message(): string {
    const problems = this.issues.map(({ path, problem }) => path === "" ? problem : `${path}: ${problem}`)
    return `The stored ${this.field} matches no version of its definition: ${problems.join("; ")}. `
      + "Add the stored shape to the definition as an older version, or store the value again."
  }
}
