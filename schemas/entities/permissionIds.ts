/** Ids of permissions. */

/** The platform's predefined team permissions. */
export const systemPermissionIds = [
  "$update_team",
  "$delete_team",
  "$read_members",
  "$remove_members",
  "$invite_members",
  "$manage_api_keys"
] as const
