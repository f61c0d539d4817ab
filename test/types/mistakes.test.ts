/** The compiler's messages for the most frequent mistakes. */
import { assert, describe, it } from "vitest"
import { textOf } from "../docs/sources.ts"
import { compiled } from "../support/processes/compiled.ts"

const program = "test/types/mistakes.ts"

/** Returns the lines of the program that have an error, each with the sentence in the compiler's message. */
const messages = async (): Promise<ReadonlyArray<readonly [line: string, sentence: string]>> => {
  const lines = textOf(program).split("\n")
  const { errors: { [program]: errors = [] } } = await compiled()
  return errors.map(({ line, message }) => [
    lines[line - 1]!.trim(),
    /not assignable to .*?'.*?"(.*)"'\.$/m.exec(message)?.[1] ?? message.split("\n")[0]!
  ])
}

describe("the compiler", () => {
  it("the compiler explains the most likely mistakes in one sentence", async () => {
    const effects = "and only effects can run here."
    const secretKey =
      "This needs a secret key, which a page must not contain. Call it in your back end, with Server.layer "
      + "or Admin.layer."
    const lets = (require: string) =>
      `The middleware of this handler lets other requests through: give it { require: '${require}' }, or use `
      + "authenticationOf(request)."

    assert.deepStrictEqual(await messages(), [
      [
        "void runEffect(fetch(\"/notes\"))",
        `This is a promise, ${effects} Await the promise, or pass a function that returns it to useAction.`
      ],
      [
        "void runEffect(signOut)",
        `This is a function, ${effects} Call the function, and pass the effect that it returns.`
      ],
      ["void runEffect(Users.list())", secretKey],
      ["useAction(() => Users.list())", secretKey],
      ["useAction(() => {})", "The function of useAction must return an effect or a promise."],
      ["useRead(read(\"users\", Users.list()))", secretKey],
      ["useRead(signOut())", "This is not a read. Declare one outside the component with read(key, effect)."],
      ["userOf(request)", lets("user")],
      ["sessionOf(request)", lets("session")],
      ["userOf(\"request\")", "Pass Express's request or Hono's context."],
      [
        "makeAsync({ list: Users.list }, Client.layer())",
        "The layer lacks a service that the functions need. Use Server.layer or Admin.layer for calls of back ends, and add "
        + "your own layers with Layer.merge."
      ],
      [
        "makeAsync({ signOut }, Client.layerNoProject())",
        "The layer needs other layers. Provide them with Layer.provide."
      ],
      [
        "makeAsync({ signOut }, {})",
        "This is not a layer. Pass one, such as Client.layer({ projectId, publishableClientKey })."
      ]
    ])
  })
})
