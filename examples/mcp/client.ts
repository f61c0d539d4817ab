/** A client with the official SDK, as in an agent or an editor. The user has given it an API key. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

/** Connects to an MCP server with a token. Rejects if the server refuses it. */
export const connect = async (url: string, token: string): Promise<Client> => {
  const client = new Client({ name: "assistant", version: "1.0.0" })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } }
  })
  await client.connect(transport)
  return client
}
