/** The tools of the MCP server. Each tool knows the user that calls it. */
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { withCredits } from "latchkey/credits"
import { CurrentUser, RequireFresh, RequirePermission, type ServerAccess } from "latchkey/mcp"

// #region declarations
const Mine = Toolkit.make(
  Tool.make("myNotes", {
    description: "Lists your notes",
    success: Schema.Struct({ notesOf: Schema.String }),
    dependencies: [CurrentUser]
  })
)

const Everyone = Toolkit.make(Tool.make("allNotes", { description: "Lists everybody's notes", success: Schema.String }))

const Erasing = Toolkit.make(Tool.make("eraseNotes", { description: "Erases all your notes", success: Schema.String }))
// #endregion

// #region credits
const Drawing = Toolkit.make(
  Tool.make("draw", {
    description: "Draws a picture, for two credits",
    success: Schema.String,
    failure: Schema.String,
    dependencies: [CurrentUser]
  })
)

const drawing = Drawing.toLayer(
  Effect.map(Effect.context<ServerAccess>(), (server) => ({
    draw: () =>
      Effect.flatMap(CurrentUser, ({ userId }) =>
        // given back if the work fails, or if the client disconnects
        withCredits({ userId, itemId: "credits" }, 2)(Effect.succeed("a picture"))).pipe(
          Effect.mapError(({ message }) => message),
          Effect.provideContext(server)
        )
  }))
)
// #endregion

// #region tools
/** Middleware guards the tools of a toolkit. To check permissions, it requires `Server.layer()` of `latchkey`. */
export const tools = Layer.mergeAll(
  McpServer.toolkit(Mine).pipe(
    Layer.provide(Mine.toLayer({ myNotes: () => Effect.map(CurrentUser, ({ userId }) => ({ notesOf: userId })) }))
  ),
  McpServer.toolkit(Everyone).pipe(
    Layer.provide(RequirePermission("read_all").layer),
    Layer.provide(Everyone.toLayer({ allNotes: () => Effect.succeed("notes of everyone") }))
  ),
  McpServer.toolkit(Erasing).pipe(
    Layer.provide(RequireFresh("5 minutes").layer),
    Layer.provide(Erasing.toLayer({ eraseNotes: () => Effect.succeed("erased") }))
  ),
  McpServer.toolkit(Drawing).pipe(Layer.provide(drawing))
)
// #endregion
