import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The platform has analytics and session replays for admins only: it doesn't know the server's path.
 * docs/platform.md §25.
 *
 * @cause The platform is older than revision 2026-10, and the program has only a server key.
 * @cause `baseUrl` points to something else than the platform.
 * @fix Use an admin client: `Admin.layer` or `createAdmin`, with the super secret admin key.
 */
export class AdminAccessRequired extends TaggedError("AdminAccessRequired")<{
  readonly feature: "analytics" | "session replays"
}> {
  override get message(): string {
    return `This platform has ${this.feature} for admins only. Use an admin client: Admin.layer or createAdmin, with the `
      + "super secret admin key."
  }
}
