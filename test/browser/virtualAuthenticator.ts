/** Devices with passkeys, plugged into a page of Chromium. */
import type { CDPSession, Page } from "playwright-core"

export interface DeviceOptions {
  /** It knows who holds it: a screen lock, or a PIN. @default true */
  readonly verifies?: boolean
  /** It keeps passkeys; one that does not is a second factor only. @default true */
  readonly keeps?: boolean
  /** Part of the machine, or plugged in. @default "internal" */
  readonly transport?: "internal" | "usb"
  /** The person touches it as soon as it asks. @default true */
  readonly present?: boolean
}

export interface Device {
  /** Ids of its passkeys, in base64. */
  readonly passkeys: () => Promise<ReadonlyArray<string>>
  /** Whether the person proves to be the one. */
  readonly recognises: (is: boolean) => Promise<void>
  /** Whether the person touches it when it asks. */
  readonly touches: (does: boolean) => Promise<void>
  readonly unplug: () => Promise<void>
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

const sessionOf = (page: Page) => {
  const open = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send("WebAuthn.enable")
    return session
  }
  const session = sessions.get(page) ?? open()
  sessions.set(page, session)
  return session
}

/** Plugs a device in, with a person in front of it who agrees to everything unless told otherwise. */
export const plugIn = async (
  page: Page,
  { keeps = true, present = true, transport = "internal", verifies = true }: DeviceOptions = {}
): Promise<Device> => {
  const session = await sessionOf(page)
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: keeps,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: present
    }
  })
  return {
    passkeys: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.map((each) => each.credentialId),
    recognises: async (is) => {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: is })
    },
    touches: async (does) => {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: does })
    },
    unplug: async () => {
      await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })
    }
  }
}
