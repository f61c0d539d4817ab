import { stackServerApp } from "../../../stack/server.ts"

export default function Handler(props: any) {
  return <stackServerApp.LatchkeyHandler {...props} />
}
