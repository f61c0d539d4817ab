/** What a project sells, and its account at the payment provider. */
import * as Schema from "effect/Schema"
import { PaymentsConfig } from "../../../schemas/entities/PaymentsConfig.ts"
import type { Project } from "../state/index.ts"

const decode = Schema.decodeUnknownSync(PaymentsConfig)

/** Returns the configuration of a project's payments. */
export const paymentsOf = ({ configRest }: Project): PaymentsConfig => decode(configRest["payments"] ?? {})

/** Returns the account at the payment provider. Creates it on first use. */
export const connectAccount = (project: Project): NonNullable<Project["paymentAccount"]> =>
  project.paymentAccount ??= { id: `acct_${project.tenancyId.replaceAll("-", "").slice(0, 16)}`, methods: new Map() }
