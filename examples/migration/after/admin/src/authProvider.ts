import { stackClientApp } from "./stack.ts"

/** Signs users in and out for the admin framework, which calls these functions outside components. */
export const authProvider = {
  login: async ({ password, username }: { readonly username: string; readonly password: string }) => {
    const result = await stackClientApp.signIn.withPassword({ email: username, password }).settled()
    if (!result.ok) throw new Error(result.error.message)
  },
  logout: async () => {
    const user = await stackClientApp.currentUser.get()
    await (user && stackClientApp.signOut().then(() => stackClientApp.redirectTo.afterSignOut()))
  },
  checkAuth: async () => {
    if (await stackClientApp.currentUser.get() === null) throw new Error("Sign in first.")
  },
  getIdentity: async () => {
    const user = await stackClientApp.currentUser.get({ or: "throw" })
    return { id: user.id, fullName: user.displayName ?? user.primaryEmail ?? "" }
  }
}
