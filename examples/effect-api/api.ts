/** The endpoints, which the server and its clients import. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { RequirePermission, RequireUser } from "latchkey/http-api"
import { errorsOf, outputOf, Teams } from "latchkey/schemas"

export class NoteTooLong extends Schema.TaggedError<NoteTooLong>()("NoteTooLong", {
  longest: Schema.Int
}, { httpApiStatus: 400 }) {}

const inTeam = { team: Schema.String }

const teams = HttpApiGroup.make("teams").add(
  // fails with the errors of `Teams.get`
  HttpApiEndpoint.get("team", "/teams/:team", {
    params: inTeam,
    success: outputOf(Teams.get),
    error: errorsOf(Teams.get).members
  }).middleware(RequireUser),
  // one of the API's own errors, and a permission that is checked in the team of the path
  HttpApiEndpoint.put("note", "/teams/:team/note", {
    params: inTeam,
    payload: Schema.Struct({ text: Schema.String }),
    success: Schema.String,
    error: [...errorsOf(Teams.get).members, NoteTooLong]
  }).middleware(RequirePermission("$update_team", { teamIdFrom: "team" })).middleware(RequireUser)
)

export const Api = HttpApi.make("api").add(teams)
