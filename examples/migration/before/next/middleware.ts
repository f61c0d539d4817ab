import { type NextRequest, NextResponse } from "next/server"
import { stackServerApp } from "./stack/server.ts"

export async function middleware(request: NextRequest) {
  const user = await stackServerApp.getUser()
  if (user === null) {
    return NextResponse.redirect(new URL("/handler/sign-in", request.url))
  }
  return NextResponse.next()
}

export const config = { matcher: "/teams/:path*" }
