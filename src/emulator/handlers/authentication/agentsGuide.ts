import type { Project } from "../../state/index.ts"

/** Returns the steps of a sign-in for agents, with the project's values. The wording is the emulator's own. */
export const agentsGuide = (api: string, { displayName, id }: Project, isEnabled: boolean): string =>
  `# Sign in to ${displayName} as an agent
${isEnabled ? "" : "\nAgent sign-in is switched off for this project, so registering fails.\n"}
Every request carries these headers:

    x-hexclave-project-id: ${id}
    x-hexclave-access-type: client

1. Register: \`POST ${api}/agent/register\` with \`{"agent":{"name":"..."}}\`.
2. Show \`confirm_url\` and \`claim_code\` to the person. Keep \`poll_token\` secret.
3. Every 3 to 5 seconds: \`POST ${api}/agent/register/poll\` with \`{"poll_token":"..."}\`.
4. Stop at the status \`denied\`, \`expired\` or \`used\`. With \`success\`, \`session\` has the tokens, once.
5. Refresh at \`${api}/auth/sessions/current/refresh\`. Sign out with \`DELETE ${api}/auth/sessions/current\`.
`
