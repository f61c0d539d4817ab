import * as Effect from "effect/Effect"
import { currentUser } from "latchkey"
import { agents } from "latchkey/agents"
import { sessionLaws, simulate, type Tab } from "latchkey/testing/simulate"

const isAgent = ({ device }: Tab) => device === "helper"

/** Ada uses a laptop, and her agent runs on a machine that starts signed out. */
export const agentOfAda = simulate({
  people: ["ada"],
  devices: { laptop: { owner: "ada" }, helper: { owner: "ada", signedIn: false } },
  emulator: { features: ["agents"], apps: ["agent-auth"] },
  app: () => ({ code: "" }),
  actions: {
    "the agent registers, or Ada approves": (app, tab, { tabs }) => {
      const show = ({ code }: { readonly code: string }) => void (app.code = code)
      if (isAgent(tab)) return agents.signIn({ name: "Helper", expiresIn: "9 minutes", show })
      const code = tabs.find(isAgent)?.app.code
      return code ? agents.approve({ code }) : Effect.void
    },
    "the agent or Ada works": () => currentUser.get()
  },
  laws: sessionLaws
})
