/** How the platform reads requests of dashboards: analytics, session replays, the email queue and the AI model. */
import {
  cutTo,
  each,
  matching,
  newerUuid,
  notNegative,
  object,
  oneOf,
  type Read,
  refusedOutside,
  type RequestRules,
  uuid,
  version4List
} from "./RequestRules.ts"

const batchId = matching(newerUuid, "a UUID")

const batch = { batch_id: batchId, session_replay_segment_id: batchId }

/** An offset of at least 0. Other strings count as 0. */
const offset: Read = (sent) => ({ value: String(Math.max(0, Number.parseInt(String(sent), 10) || 0)) })

/** A number of chunks. Other strings mean all chunks. */
const chunks: Read = (sent) => {
  const number = Number.parseInt(String(sent), 10)
  return { value: number >= 1 ? String(number) : undefined }
}

const replays: RequestRules = {
  fields: {
    limit: cutTo(1, 200),
    user_ids: version4List("user_ids"),
    team_ids: version4List("team_ids"),
    duration_ms_min: notNegative("duration_ms_min", { isWhole: true }),
    duration_ms_max: notNegative("duration_ms_max", { isWhole: true }),
    click_count_min: notNegative("click_count_min", { isWhole: true }),
    last_event_at_from_millis: notNegative("last_event_at_from_millis", { isWhole: false }),
    last_event_at_to_millis: notNegative("last_event_at_to_millis", { isWhole: false })
  }
}

const tools = [
  "docs",
  "sql-query",
  "create-email-theme",
  "create-email-template",
  "create-email-draft",
  "update-dashboard"
]

const isTools = (sent: unknown): sent is ReadonlyArray<string> =>
  Array.isArray(sent) && sent.every((tool) => typeof tool === "string")

const knownTools: Read = (sent) => {
  const unknown = isTools(sent) ? sent.find((tool) => !tools.includes(tool)) : undefined
  return unknown === undefined ? { value: sent } : { refused: `Invalid tool name: ${unknown}` }
}

const messages: Read = (sent) =>
  Array.isArray(sent) && sent.length === 0
    ? { malformed: "expected at least one message" }
    : each(object({
      role: oneOf("user", "assistant", "tool"),
      content: (content) => content === undefined ? { malformed: "missing" } : { value: content }
    }))(sent)

const systemPrompts = [
  ...["command-center-ask-ai", "docs-ask-ai", "wysiwyg-edit", "email-wysiwyg-editor", "email-assistant-template"],
  ...["email-assistant-theme", "email-assistant-draft", "create-dashboard", "run-query", "build-analytics-query"],
  "rewrite-template-source"
]

const statuses = [
  ...["paused", "preparing", "rendering", "render-error", "scheduled", "queued", "sending", "server-error", "sent"],
  ...["skipped", "bounced", "delivery-delayed", "opened", "clicked", "marked-as-spam"]
]

/** Capitals and underscores are accepted too. The platform fails for other strings. */
const inAnySpelling = (values: ReadonlyArray<string>, name: string): Read => (sent) => {
  const value = String(sent).toLowerCase().replaceAll("_", "-")
  return values.includes(value) ? { value } : { refused: `Invalid ${name}`, status: 500 }
}

/** Rules of endpoints for dashboards, by the endpoint's name. */
export const dashboard: { readonly [name: string]: RequestRules } = {
  "aiChat.query": { fields: { tools: knownTools, messages, systemPrompt: oneOf(...systemPrompts) } },
  "analytics.sendEvents": {
    fields: { ...batch, events: each(object({ event_type: oneOf("$page-view", "$click") })) }
  },
  "emailOutbox.list": {
    fields: {
      limit: refusedOutside(1, 100, { emptyIsAbsent: true }),
      cursor: matching(uuid, "a UUID"),
      status: inAnySpelling(statuses, "status"),
      simple_status: inAnySpelling(["in-progress", "ok", "error"], "simple_status")
    }
  },
  "sessionReplays.sendBatch": { fields: { ...batch, browser_session_id: batchId } },
  "sessionReplays.list": replays,
  "sessionReplays.listChunks": { fields: { limit: cutTo(1, 500) } },
  "sessionReplays.listEvents": { fields: { offset, limit: chunks } }
}
