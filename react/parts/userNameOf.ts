import type { User } from "../../schemas/entities/User.ts"

/** What to call somebody: the name they gave, else their address, else the id. */
export const userNameOf = (
  { displayName, id, primaryEmail }: Pick<User, "displayName" | "id" | "primaryEmail">
): string => displayName ?? primaryEmail ?? id
