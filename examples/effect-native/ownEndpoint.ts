/** An endpoint of your own is one value: a function with its errors in the type. Policies, spans and cached reads come with it. */
import { Effect, Layer, Schema } from "effect"
import { Client, read, reads } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { endpoint, KnownError } from "latchkey/schemas"

class NoteTooLong extends KnownError("NoteTooLong", {
  code: "NOTE_TOO_LONG",
  status: 400,
  details: { maxLength: Schema.Int },
  message: ({ maxLength }) => `A note has at most ${maxLength} characters.`
}) {}
const list = endpoint("client", "notes.list", "GET /notes", { output: Schema.Array(Schema.String) })
const add = endpoint("client", "notes.add", "POST /notes", {
  input: { text: Schema.String },
  output: Schema.Struct({}),
  errors: [NoteTooLong],
  invalidates: [list]
})

const live = reads.over(Client.layerNoProject()).pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer())
)
const tooLong = { code: "NOTE_TOO_LONG", error: "Too long", details: { max_length: 20 } }

const program = Effect.gen(function*() {
  const { faults } = yield* Emulator
  const stub = (method: string, respond: () => Response) =>
    faults.add({ match: (request) => request.method === method && request.path === "/notes", respond })
  stub("GET", () => Response.json(["Groceries"]))
  stub("POST", () => Response.json(tooLong, { status: 400, headers: { "x-stack-known-error": tooLong.code } }))
  console.log(yield* reads.get(read("notes", list())))
  const refused = yield* Effect.flip(add({ text: "A very long note indeed" }))
  console.log(refused instanceof NoteTooLong, refused.message)
})

await Effect.runPromise(Effect.provide(program, live))
