import { stackServerApp } from "../stack/server.ts"

export default async function Page() {
  const user = await stackServerApp.getUser()
  return user === null ? <a href="/handler/sign-in">Sign in</a> : <h1>Hello {user.displayName}</h1>
}
