/** The MCP endpoint as an OAuth protected resource: its address and its metadata. RFC 9728. */
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Result from "effect/Result"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { isLoopback } from "../../../schemas/errors/lostConnection.ts"

/** Address of an MCP endpoint, and contents of its metadata. */
export interface ResourceOptions {
  /** Name of the server, which clients show. */
  readonly name: string
  /**
   * The endpoint's address as clients write it: `https://notes.example.com/mcp`. `http` only on this machine. Behind a
   * proxy, this is the public address.
   */
  readonly resource: string | URL
  /** Path of the endpoint in the router, if a proxy changes it. @default the path of `resource` */
  readonly path?: HttpRouter.PathInput | undefined
  /**
   * Address of a page that explains how to get an access token or an API key: `resource_documentation` of RFC 9728 §2.
   * @default none
   */
  readonly documentation?: string | URL | undefined
  /**
   * Whether the metadata is also served at the root, as `/.well-known/oauth-protected-resource`. Only one of several
   * MCP servers in a router can use the root. @default true
   */
  readonly metadataAtRoot?: boolean | undefined
  /**
   * Issuers of your own authorization servers that issue access tokens of the project: `authorization_servers` of
   * RFC 9728 §2. The platform isn't one for third-party clients. @default none
   */
  readonly authorizationServers?: ReadonlyArray<string | URL> | undefined
}

/** A checked resource. */
export interface Resource {
  readonly path: HttpRouter.PathInput
  /** Paths of the metadata: with the resource's own path, and at the root. RFC 9728 §3.1; MCP 2025-11-25, "Authorization". */
  readonly metadataPaths: ReadonlyArray<HttpRouter.PathInput>
  /** The member of a challenge that names the metadata. RFC 9728 §5.1. */
  readonly challenge: string
  readonly metadata: { readonly [member: string]: string | ReadonlyArray<string> }
}

const wellKnown = "/.well-known/oauth-protected-resource"

/** A path without router parameters or wildcards. */
const plainPath = /^\/[\w\-.~%/]*$/

/** Checks the options. */
export const resourceOf = (options: ResourceOptions): Result.Result<Resource, InvalidConfiguration> =>
  Result.gen(function*() {
    if (blank(options.name)) {
      return yield* invalid("name", "is blank", "Write the name that clients show, such as \"Notes\".")
    }
    const resource = yield* addressOf("resource", options.resource, "https://notes.example.com/mcp")
    if (resource.search !== "") {
      return yield* invalid("resource", "has a query", "Leave the query out: clients send it with each request.")
    }
    const path = options.path ?? resource.pathname
    if (!plainPath.test(path)) {
      return yield* invalid(
        options.path === undefined ? "resource" : "path",
        "has a path that the router would not match as it is",
        "Use letters, digits and the characters - . _ ~ / in a path such as /mcp."
      )
    }
    const documentation = options.documentation === undefined
      ? undefined
      : yield* addressOf("documentation", options.documentation, "https://notes.example.com/docs/mcp")
    const issuers = yield* Result.all(
      (options.authorizationServers ?? []).map((each) =>
        addressOf("authorizationServers", each, "https://login.example.com")
      )
    )
    const suffixed = `${wellKnown}${resource.pathname === "/" ? "" : resource.pathname}` as const
    return {
      path: path as HttpRouter.PathInput,
      metadataPaths: options.metadataAtRoot === false || suffixed === wellKnown ? [suffixed] : [suffixed, wellKnown],
      challenge: `resource_metadata="${new URL(suffixed, resource).href}"`,
      metadata: {
        resource: written(resource),
        resource_name: options.name,
        bearer_methods_supported: ["header"],
        ...(documentation === undefined ? {} : { resource_documentation: written(documentation) }),
        ...(issuers.length === 0 ? {} : { authorization_servers: issuers.map(written) })
      }
    }
  })

const blank = (text: unknown): boolean => typeof text !== "string" || text.trim() === ""

/** Clients compare addresses as text, and write an origin without a path. RFC 9728 §3.3. */
const written = ({ href, origin, pathname, search }: URL): string => pathname === "/" && search === "" ? origin : href

const addressOf = (
  setting: string,
  input: unknown,
  example: string
): Result.Result<URL, InvalidConfiguration> => {
  const next = `Write the whole address, such as ${example}.`
  const text = input instanceof URL ? input.href : input
  if (blank(text)) return invalid(setting, "is blank", next)
  const url = URL.parse(text as string)
  if (url === null) return invalid(setting, "is not an absolute URL", next)
  if (url.username !== "" || url.password !== "") return invalid(setting, "contains credentials", next)
  if (url.hash !== "" || (text as string).includes("#")) return invalid(setting, "has a fragment", next)
  if (url.protocol === "https:" || url.protocol === "http:" && isLoopback(url.href)) return Result.succeed(url)
  return invalid(
    setting,
    `begins with ${url.protocol}`,
    "Use https, or http on this machine only, because every request carries a token."
  )
}

export const invalid = (setting: string, problem: string, next: string): Result.Result<never, InvalidConfiguration> =>
  Result.fail(new InvalidConfiguration({ setting, problem, next }))
