/** The user; `null` when signed out. */
export const useCurrentUser = () =>
  useState<{ readonly displayName: string | null; readonly id: string } | null>("user", () => null)
