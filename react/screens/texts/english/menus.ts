/** Texts of the menus and banners in an application's own pages. */

export const userMenu = {
  label: "Account menu for {name}",
  nobody: "Account menu, signed out",
  unknown: "Account menu",
  avatarOfNobody: "Signed out",
  settings: "Account settings",
  onboarding: "Finish setting up your account",
  signOut: "Sign out",
  signIn: "Sign in",
  signUp: "Create an account"
} as const

export const accounts = {
  switchTo: "Switch to {name}",
  add: "Add another account",
  signOutAll: "Sign out of all accounts"
} as const

export const impersonation = {
  actingAs: "You are signed in as {name}, on their behalf.",
  actingAsBy: "{by} is signed in as {name}, on their behalf.",
  end: "End"
} as const

export const teamSwitcher = {
  label: "Team: {team}",
  none: "No team",
  unnamed: "Unnamed team",
  empty: "You aren't in any teams",
  settings: "Team settings",
  create: "Create a team"
} as const
