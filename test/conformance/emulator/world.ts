/** Projects and users of the recordings, and the emulator's seed for them. */
import type { Seed } from "../../../src/emulator/index.ts"
import type { ProjectConfig } from "../../../src/emulator/state/config.ts"
import { mailServer } from "../../support/platform/mailServers.ts"
import type { Known } from "../replay.ts"

/** Recorded revision of the platform. */
export type Revision = "2025-08" | "2026-04"

/** Detects the recorded revision by the claims of the tokens. */
export const revisionOf = (known: Known): Revision =>
  Object.values(known).some(({ jwt }) => jwt !== undefined && "refresh_token_id" in jwt.payload) ? "2026-04" : "2025-08"

const first = {
  acme: "ef5e4477-3397-4556-b6d7-a61a3be93aeb",
  locked: "5f3d0adc-df2c-4022-bbe8-244830c90ecf",
  members: "24cb35ca-8c98-4a00-9af5-dc6cf99db53e",
  people: "6623d343-cd34-4559-8b6a-b0d97d61342e",
  scratch: "c5351e25-9dbc-4e38-9abd-b9fff27df5fb",
  gone: "3a2d978f-4cfc-41f5-a329-9923db9257e9",
  mailer: "cc482367-0337-42ef-8ffb-c037c4247efe",
  ownerTeam: "935f2c44-a400-4e82-b6a3-157fc12f2dba",
  otherOwnerTeam: "c1925d85-5c45-405c-8953-1669bcc6ebb5",
  olivia: "5cb5fca8-4385-491b-a772-9eff3420cf02",
  ann: "2d9e8bc6-fe61-4b29-8865-a637c87639a7",
  annsSession: "d983b510-78b2-41a2-b365-5e983d5f1581",
  bob: "3addf94d-22ff-4c6d-b431-6e4e8fed5495",
  bobsAddress: "d8e1977e-8eb1-4cc7-b617-aa8793b30584",
  omar: "a65f558a-de6d-4fd6-86e1-714ffd5e07a2",
  wesAddress: "072c8c35-ffaf-4ee4-82d2-7181e97da3a2",
  withSecondFactor: "5948803c-575f-4445-97f9-d06db834fb0e",
  gardeners: "5a61a9cb-47e5-4daf-9661-dc940e055bd7",
  gardenersUnited: "987457b4-0a39-4eeb-b0df-ca804a088756",
  reporters: "19819402-734a-4391-b2c2-d282a8c01cb2",
  teamOfUna: "6be74276-e848-4aca-963f-b3c03d472f34",
  teamKey: "e49f3362-d297-46c2-90c7-1ce2ce4c1899",
  abe: "9b8c1704-ba22-4f0f-b1a4-0119b0658f8e",
  withoutAddress: "2a1e1308-aa71-4bd3-bc54-36f08ee8c1ec",
  seaside: "f98ddee6-24b2-4d03-bec2-5c68b8758278",
  digest: "c42c7dda-7353-4cf5-86a3-e42fc6a3a423"
}

/** Ids that recordings use before they contain the request that created them. */
export type Ids = typeof first

/** Ids by revision. */
export const ids: { readonly [R in Revision]: Ids } = {
  "2025-08": first,
  "2026-04": {
    // users in areas that were recorded only with the first revision
    ...first,
    acme: "b6256630-c763-47b0-b2f9-f68fbdc0d3cf",
    locked: "8ac7d863-ac84-4c2f-9e26-56285778016f",
    members: "c12aee67-d7c6-4ed6-ab4d-1721b891c561",
    people: "927ea611-5a6d-4b51-ac58-c66095a339e5",
    scratch: "768cf7fc-4196-47cf-964e-10234d427487",
    gone: "880b20ea-cb94-40e5-9ae5-f2c958ee0251",
    mailer: "367d8bfc-f48c-49bc-8593-ce60e54c5c8a",
    ownerTeam: "ff4e8824-c5b7-4e3e-8a2f-b335675b7249",
    otherOwnerTeam: "7e820d0f-1b7a-4d83-99a0-b6172109a3ee",
    olivia: "0ee452ce-5b8f-4ec8-b618-e2af00555318",
    ann: "421c2a16-d1a1-4c10-8b0d-0efddd7af53e",
    annsSession: "5a97c4c1-3479-41c9-b0c6-1c8c12f9b0b5",
    bob: "f644a5cb-9399-47e0-a4d2-517261352961",
    bobsAddress: "49ec6b8e-5f56-4fb2-805f-694f6081e8e4",
    omar: "93406970-9942-4258-9af3-c409c2b95472",
    wesAddress: "2ac10022-c82c-42a1-91e0-77bd7d0ad82d",
    withSecondFactor: "be2d35a0-ff11-4817-aea8-3ba84655ff6c",
    gardeners: "975ec444-6ac4-41b6-ab8b-60e61f57b709",
    gardenersUnited: "5d6f1d9c-6064-4e80-ad15-b190db5438e1",
    reporters: "bc89b080-8f2c-4ec0-ad19-8c119df16d45",
    teamOfUna: "f8471e6a-f0dc-479c-8557-669486775825",
    teamKey: "6345a17d-9568-4dff-b5b6-e252ed08d5ae",
    seaside: "f5381f76-ccda-4a13-88db-237e24c6bce7"
  }
}

export const password = "Tr0ub4dor-and-3"

/**
 * Returns the seed with the recorded projects and their keys. `mailServerPort`: port of the mail server in recordings.
 */
export const seedOf = (revision: Revision, mailServerPort: number): Seed => {
  const known = ids[revision]
  const project = (
    name: "acme" | "locked" | "members" | "people" | "scratch" | "gone" | "mailer",
    config: Partial<ProjectConfig>,
    displayName: string = name
  ) => ({
    id: known[name],
    displayName,
    publishableClientKey: `{{publishable_client_key:${name}}}`,
    secretServerKey: `{{secret_server_key:${name}}}`,
    superSecretAdminKey: `{{super_secret_admin_key:${name}}}`,
    config: {
      domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }],
      oauthProviders: ["github", "google", "spotify"].map((id) => ({ id, type: "shared" as const })),
      ...config
    }
  })
  return {
    revision,
    sharedOAuthAccessTokens: true,
    owners: [{ email: "olivia@example.com", password }],
    // owners get their own team when they sign up
    internal: { config: { createTeamOnSignUp: true } },
    projects: [
      project("acme", {
        clientTeamCreationEnabled: true,
        clientUserDeletionEnabled: true,
        allowTeamApiKeys: true,
        allowUserApiKeys: true
      }, "Acme Notes"),
      project("locked", { credentialEnabled: false, magicLinkEnabled: false, passkeyEnabled: false }),
      project("members", { signUpEnabled: false }),
      project("people", {}),
      project("scratch", {}),
      project("gone", {}),
      project("mailer", {
        emailConfig: { ...mailServer, host: "localhost", port: mailServerPort, senderName: "Own Mailer" }
      }, "Own Mailer")
    ]
  }
}
