import { stackServerApp } from "./stack/server.ts"

export const proxy = stackServerApp.proxy
