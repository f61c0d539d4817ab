/**
 * Makes a tape from recorded requests and responses: replaces everything that isn't known to be harmless with
 * placeholders.
 */
import type { SentExchange } from "../../../layers/observe/exchanges/index.ts"
import { inAddress, type Replace } from "./addresses.ts"
import { apiUrlOf } from "./conversation.ts"
import {
  isContractName,
  isHarmless,
  isHarmlessName,
  isHarmlessNumber,
  isId,
  personalNumbers,
  uuid
} from "./harmless.ts"
import { type Placeholders, placeholders } from "./placeholders.ts"
import { camelCase, field, hasField, inside, inToken, type Place, root, type Walk } from "./places.ts"
import { isEmail, tokenOf } from "./shapes.ts"
import type { RecordedCall, Tape } from "./Tape.ts"
import { draftOf, visited } from "./visit.ts"

/** Options for replacing strings. */
export interface ConcealOptions {
  /**
   * Whether the tape keeps email addresses, display names, pictures, IP addresses and their locations, if the contract
   * contains the field. Secrets are always replaced.
   *
   * @default false
   */
  readonly keepPersonalData?: boolean | undefined
  /**
   * Fields that the tape keeps with all of their contents, such as `clientMetadata.theme` or
   * `teams.create.displayName`. Names are those of the SDK or of the wire. `path` keeps the parts of unknown paths,
   * `text` bodies that aren't JSON, `error` the platform's messages, and `returned` the result of a function that
   * `Recording.run` called. A string that contains a secret of the tape is replaced nevertheless.
   */
  readonly keep?: ReadonlyArray<string> | undefined
}

/**
 * Makes the tape of a conversation. The same conversation always makes the same tape. `secrets` are texts that are secret
 * in addition to those in fields of secrets.
 */
export const conceal = (
  sent: ReadonlyArray<SentExchange>,
  options: ConcealOptions = {},
  call?: RecordedCall | undefined,
  secrets: ReadonlyArray<string> = []
): Tape => {
  const start = sent[0]?.at ?? 0
  const apiUrl = sent.map(({ request }) => apiUrlOf(request.url)).find((url) => url !== undefined) ?? ""
  const drafts = sent.map((each) => draftOf(each, apiUrl, start))
  const visitAll = (walk: Walk) => ({
    call: call === undefined ? {} : { call: inside(walk, call, root("", [])) as RecordedCall },
    exchanges: drafts.map((draft) => visited(draft, walk))
  })

  const withBraces: Array<string> = []
  const note = (text: string) => {
    if (text.includes("{{")) withBraces.push(text)
    return text
  }
  visitAll({ text: note, name: note, number: (value) => value })
  const texts = placeholders(
    (value, place) => inside(replacing, value, place),
    (name) => withBraces.some((text) => text.includes(name))
  )
  // the tape's address contains the host of the API
  const harmless = new Set([/\/\/([^/:]*)/.exec(withoutUser(apiUrl))?.[1] ?? ""])
  visitAll(reserving(texts, harmless, options))
  for (const secret of secrets) texts.reserve(secret, "secret", { ...root("secret", []), secret: true })
  const replacing = replacingWith(texts, harmless, options)
  const concealed = visitAll(replacing)
  return {
    tape: 1,
    startedAt: new Date(start).toISOString(),
    apiUrl: withoutUser(apiUrl),
    standIns: texts.standIns(),
    ...concealed.call,
    exchanges: concealed.exchanges
  }
}

const withoutUser = (url: string): string => url.replace(/\/\/[^/]*@/, "//")

/** Kinds of personal data, by the fields that contain them. Email addresses are known by their form. */
const personalKinds: { readonly [kind: string]: ReadonlyArray<string> } = {
  city: ["cityName"],
  ip: ["ip"],
  name: ["display_name", "name", "sender_name", "team_display_name"],
  picture: ["profile_image_url"]
}

/** Other fields that reveal where a person is. */
const places: ReadonlyArray<string> = ["country_code", "countryCode", "region_code", "regionCode", "tzIdentifier"]

const personalKindOf = (text: string, { name, secret }: Place): string | undefined =>
  secret
    ? undefined
    : isEmail(text)
    ? "email"
    : Object.keys(personalKinds).find((kind) => personalKinds[kind]!.includes(name))

/**
 * Names the placeholders of a string after its kind or, if the field's name reveals nothing about a person, after its
 * field.
 */
const kindOf = (texts: Placeholders, text: string, place: Place): string => {
  const personal = personalKindOf(text, place)
  if (personal !== undefined) return personal
  const name = isContractName(place.name) || (isHarmlessName(place.name) && !texts.isReserved(place.name))
    ? place.name.replace(/\W/g, "_").slice(0, 40)
    : ""
  return name !== "" ? name : place.secret ? "secret" : "text"
}

/** Whether the caller lists the field of a value. */
const isListed = ({ path }: Place, keep: ReadonlyArray<ReadonlyArray<string>>): boolean =>
  keep.some((names) => path.some((_, at) => names.every((name, offset) => path[at + offset] === name)))

const namesOf = ({ keep = [] }: ConcealOptions): ReadonlyArray<ReadonlyArray<string>> =>
  keep.map((path) => path.split(".").map(camelCase))

/** Finds the secrets of a conversation, its personal data, and its ids, which are harmless everywhere. */
const reserving = (texts: Placeholders, harmless: Set<string>, { keepPersonalData = false }: ConcealOptions): Walk => {
  const walk: Walk = {
    text: (text, place) => {
      if (isId(text, place)) harmless.add(text)
      if (place.secret) texts.reserve(text, kindOf(texts, text, place), place)
      else if (!keepPersonalData && personalKindOf(text, place) !== undefined) {
        texts.reservePersonal(text, kindOf(texts, text, place), place)
      }
      const token = tokenOf(text)
      if (token !== undefined) inside(walk, token.claims, inToken(place).claims)
      return text
    },
    name: (name) => name,
    number: (value) => value
  }
  return walk
}

/** Replaces everything that isn't harmless. */
const replacingWith = (
  texts: Placeholders,
  harmless: ReadonlySet<string>,
  options: ConcealOptions
): Walk => {
  const { keepPersonalData = false } = options
  const keep = namesOf(options)

  const isAllowed = (text: string, place: Place): boolean =>
    (isListed(place, keep) || (keepPersonalData && isPersonal(text, place))) && !texts.hasSecret(text)

  const keeps = (text: string, place: Place): boolean =>
    !place.secret
    && (isAllowed(text, place)
      || (personalKindOf(text, place) === undefined && !(uuid.test(text) && texts.isSecret(text))
        && (isHarmless(text, place) || harmless.has(text))))

  const replace: Replace = (text, place) => {
    if (text === "" || keeps(text, place)) return text
    const whole = place.secret || personalKindOf(text, place) !== undefined || texts.has(text)
    return (whole ? undefined : inAddress(text, place, replace)) ?? texts.of(text, kindOf(texts, text, place), place)
  }

  return {
    text: replace,
    name: (name, within) =>
      name === "" || hasField(within, name) ||
        (isHarmlessName(name) && !texts.isReserved(name) && !texts.hasSecret(name))
        || isListed(field(within, name), keep)
        ? name
        : texts.of(name, isEmail(name) ? "email" : "key", within),
    number: (value, place) => {
      const text = String(value)
      const isKept = !place.secret && (isListed(place, keep)
        || (isHarmlessNumber(value, place) && (keepPersonalData || !personalNumbers.includes(place.name))))
      return isKept ? value : texts.of(text, kindOf(texts, text, place), place).replace("}}", "|number}}")
    }
  }
}

const isPersonal = (text: string, place: Place): boolean =>
  personalKindOf(text, place) !== undefined || places.includes(place.name)
