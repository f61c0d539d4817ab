/**
 * Calls the services' clients with a local server in place of the services. The server prints the user of each token
 * that it receives.
 */
import { neonConfig } from "@neondatabase/serverless"
import { ConvexHttpClient } from "convex/browser"
import { createRemoteJWKSet, jwtVerify } from "jose"
import { createClient } from "latchkey/promise"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { notesIn, sqlOf } from "./neon.ts"
import { supabaseOf } from "./supabase.ts"

const platform = `${process.env["HEXCLAVE_API_URL"]}/api/v1/projects/${process.env["HEXCLAVE_PROJECT_ID"]}`
const keys = createRemoteJWKSet(new URL(`${platform}/.well-known/jwks.json`))

/** Returns the user of a request's token. Verifies the token in the same way as the services. */
const userOf = async (authorization = ""): Promise<string> => {
  const token = authorization.replace(/^Bearer /, "")
  if (!token.includes(".")) return "nobody"
  const { payload } = await jwtVerify(token, keys, {
    issuer: platform,
    audience: process.env["HEXCLAVE_PROJECT_ID"]!,
    algorithms: ["ES256"]
  })
  return `${payload["email"]}, ${payload["role"]}`
}

const services = createServer((request, response) => {
  void userOf(request.headers.authorization).then((user) => {
    console.log(`${request.url}: ${user}`)
    response.setHeader("content-type", "application/json")
    response.end(
      request.url === "/sql"
        ? JSON.stringify({ fields: [], rows: [], command: "SELECT", rowCount: 0, rowAsArray: false })
        : request.url?.startsWith("/api/query")
        ? JSON.stringify({ status: "success", value: [] })
        : "[]"
    )
  })
})
services.listen(0, "127.0.0.1")
await new Promise((resolve) => services.once("listening", resolve))
const url = `http://127.0.0.1:${(services.address() as AddressInfo).port}`

await using client = createClient()
const supabase = supabaseOf(client, url, "sb_publishable_key")

await supabase.from("notes").select()
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
await supabase.from("notes").select()

await notesIn(client, url)
neonConfig.fetchEndpoint = `${url}/sql`
const sql = sqlOf(client, "postgresql://authenticated@ep-example.neon.tech/neondb")
await sql`select * from notes`

const convex = new ConvexHttpClient(url)
convex.setAuth(await client.accessToken() ?? "")
await convex.query("notes:mine" as never)

services.close()
