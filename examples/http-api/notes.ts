/** The endpoints that `main.ts` serves, with the permissions that they require. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { CurrentUser, RequirePermission, RequireUser } from "latchkey/http-api"

const NotesOf = Schema.Struct({ notesOf: Schema.String })

const notes = HttpApiGroup.make("notes").add(
  HttpApiEndpoint.get("mine", "/notes", { success: NotesOf }).middleware(RequireUser),
  // The middleware that is added last runs first: first the authentication, then the check of the permission.
  HttpApiEndpoint.get("all", "/notes/all", { success: NotesOf })
    .middleware(RequirePermission("read_all")).middleware(RequireUser)
)

export const Api = HttpApi.make("api").add(notes)

export const handlers = HttpApiBuilder.group(Api, "notes", (handlers) =>
  handlers
    .handle("mine", () => Effect.map(CurrentUser, ({ userId }) => ({ notesOf: userId })))
    .handle("all", () => Effect.succeed({ notesOf: "everyone" })))
