import { stackClientApp } from "./stack.ts"

/** Signs users in and out for the admin framework, which calls these functions outside components. */
export const authProvider = {
  login: async ({ password, username }: { readonly username: string; readonly password: string }) => {
    const result = await stackClientApp.signInWithCredential({ email: username, password, noRedirect: true })
    if (result.status === "error") throw new Error(result.error.message)
  },
  logout: async () => {
    const user = await stackClientApp.getUser()
    await user?.signOut()
  },
  checkAuth: async () => {
    if (await stackClientApp.getUser() === null) throw new Error("Sign in first.")
  },
  getIdentity: async () => {
    const user = await stackClientApp.getUser({ or: "throw" })
    return { id: user.id, fullName: user.displayName ?? user.primaryEmail ?? "" }
  }
}
